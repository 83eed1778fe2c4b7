import { setTimeout as sleep } from 'node:timers/promises'

export type WatchedWorker = {
  /** The runtime's port; undefined while there is none. */
  target(): number | undefined
  /** Restarts the runtime with its state. */
  restart(reason: string): Promise<void>
}

type WatchdogOptions = {
  readonly pay: WatchedWorker
  readonly backoffice: WatchedWorker
  /** The time limit of a probe. A restart needs two failed probes in a row. */
  readonly probeMs: number
}

type Watchdog = {
  /** Probes both Workers, unless a probe is running. */
  probe(): void
  /** Ends the watchdog; it restarts nothing afterwards. */
  stop(): void
}

const probesMin = 2
const pauseMs = 500
// A probe that ends this late is invalid: this process itself was suspended, for example with the machine.
const lateMs = 5000

/**
 * Restarts a Worker that runs without answering, and both if they answer but the back office does not reach the public
 * Worker. It probes only on demand, so that healthy Workers get no requests and log no lines. A Worker that is merely slow
 * answers within one of the two probes.
 */
export function startWatchdog({ pay, backoffice, probeMs }: WatchdogOptions): Watchdog {
  let isProbing = false
  let isStopped = false
  // Whether the back office has reached the public Worker since the last restart of both. A Worker with faulty source
  // answers 503 after each start, too.
  let mayRelink = true
  const faultsNow = async (): Promise<readonly Fault[]> => {
    const ends = Date.now() + probeMs
    const answers = (worker: WatchedWorker, path: string, statusMax: number) =>
      answersBefore(ends, worker, { path, statusMax })
    const [payAnswers, backofficeAnswers, isLinked] = await Promise.all([
      answers(pay, '/watchdog', 599),
      answers(backoffice, '/watchdog', 599),
      answers(backoffice, '/api/merchants?limit=1', 499),
    ])
    if (Date.now() > ends + lateMs || isLinked) {
      mayRelink ||= isLinked
      return []
    }
    if (!payAnswers || !backofficeAnswers) {
      const silent: Fault[] = payAnswers ? [] : ['pay']
      return backofficeAnswers ? silent : [...silent, 'backoffice']
    }
    return mayRelink ? ['link'] : []
  }
  const restartFaulty = async () => {
    let faults: readonly Fault[] = ['pay', 'backoffice', 'link']
    for (let probe = 0; probe < probesMin; probe += 1) {
      const ports = [pay.target(), backoffice.target()]
      const found = await faultsNow()
      // A Worker that is being built or started is not faulty.
      const isSame = pay.target() === ports[0] && backoffice.target() === ports[1]
      if (isStopped || !isSame || ports.includes(undefined)) return
      faults = faults.filter((fault) => found.includes(fault))
      if (faults.length === 0) return
    }
    if (faults.includes('link')) mayRelink = false
    const seconds = Math.round((probesMin * probeMs) / 1000)
    const silent = `No answer for ${seconds} s`
    const unlinked = `The back office has not reached the public Worker for ${seconds} s`
    const reasonFor = (name: Fault) => (faults.includes(name) ? silent : unlinked)
    const isFaulty = (name: Fault) => faults.includes(name) || faults.includes('link')
    await Promise.all([
      isFaulty('pay') && pay.restart(reasonFor('pay')),
      isFaulty('backoffice') && backoffice.restart(reasonFor('backoffice')),
    ])
  }
  return {
    probe() {
      if (isProbing || isStopped) return
      isProbing = true
      void restartFaulty().finally(() => {
        isProbing = false
      })
    },
    stop() {
      isStopped = true
    },
  }
}

type Fault = 'pay' | 'backoffice' | 'link'

async function answersBefore(
  ends: number,
  worker: WatchedWorker,
  { path, statusMax }: { readonly path: string; readonly statusMax: number },
): Promise<boolean> {
  for (let rest = ends - Date.now(); rest > 0; rest = ends - Date.now()) {
    const port = worker.target()
    if (port === undefined) return false
    try {
      const signal = AbortSignal.timeout(rest)
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
      await answer.arrayBuffer()
      if (answer.status <= statusMax) return true
    } catch {
      // Repeated until the end.
    }
    await sleep(Math.max(0, Math.min(pauseMs, ends - Date.now())))
  }
  return false
}
