const cronTimeoutMs = 55_000
const pollMs = 1000

/**
 * Runs the minute cron, which the local runtime does not: at once, then every `seconds`, and after each start of a new
 * runtime, which loses the queue's messages. A run that is due during another is skipped; a failure is logged. Returns
 * the function that stops it.
 */
export function startSweep(
  port: () => number | undefined,
  seconds: number,
  onLog: (line: string) => void,
): () => void {
  let isRunning = false
  let last: { readonly at: number; readonly port: number } | undefined
  const runIfDue = async () => {
    const current = port()
    if (isRunning || current === undefined) return
    if (current === last?.port && Date.now() - last.at < seconds * 1000) return
    last = { at: Date.now(), port: current }
    isRunning = true
    await runCron(current).catch((error: Error) => onLog(`The sweep failed: ${error.message}`))
    isRunning = false
  }
  void runIfDue()
  const timer = setInterval(runIfDue, pollMs)
  return () => clearInterval(timer)
}

async function runCron(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`
  const answer = await fetch(url, { signal: AbortSignal.timeout(cronTimeoutMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`HTTP ${answer.status} ${text.slice(0, 500)}`)
}
