const ringTimeoutMs = 55_000
const lookMs = 1000

/** The minute, which the local runtime never rings by itself. */
export type Sweep = { ring(): Promise<void>; stop(): void }

/**
 * Rings the minute cron at once and then every so often, and whenever another runtime has come in place of the one
 * before, for its queue's messages are gone with it. A ring that is due while the one before still sounds is left out;
 * one that fails is told and tried again with the next.
 */
export function startSweep(
  port: () => number | undefined,
  seconds: number,
  onLog: (line: string) => void,
): Sweep {
  let current: Promise<void> | undefined
  let last = { at: 0, port: port() }
  const ringNow = () => {
    last = { at: Date.now(), port: port() }
    const ringing = ringCron(last.port).finally(() => {
      if (current === ringing) current = undefined
    })
    current = ringing
    return ringing
  }
  const ringIfDue = () => {
    if (current || port() === undefined) return
    if (port() === last.port && Date.now() - last.at < seconds * 1000) return
    ringNow().catch((error: Error) => onLog(`The sweep failed: ${error.message}`))
  }
  ringIfDue()
  const timer = setInterval(ringIfDue, lookMs)
  return {
    // Whoever rings wants a sweep that starts after the call, not the tail of one that is under way.
    async ring() {
      while (current) await current.catch(() => {})
      await ringNow()
    },
    stop: () => clearInterval(timer),
  }
}

async function ringCron(port: number | undefined): Promise<void> {
  if (port === undefined) throw new Error('the public Worker is not there')
  const url = `http://127.0.0.1:${port}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`
  const answer = await fetch(url, { signal: AbortSignal.timeout(ringTimeoutMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`HTTP ${answer.status} ${text.slice(0, 500)}`)
}
