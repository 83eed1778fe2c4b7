import { setTimeout as sleep } from 'node:timers/promises'

export type WatchedWorker = {
  /** The runtime's port; undefined while there is none. */
  target(): number | undefined
  /** Ends the runtime, which is started again with its state. */
  restart(why: string): Promise<void>
}

type WatchdogOptions = {
  readonly pay: WatchedWorker
  readonly backoffice: WatchedWorker
  /** How long a probe may go unanswered. Two in a row must. */
  readonly probeMs: number
}

/** Looks after both Workers. */
type Watchdog = {
  /** Says that a request has waited long, or was refused: both Workers are probed, unless they are already. */
  doubt(): void
  /** Ends it; nothing is restarted afterwards. */
  stop(): void
}

const roundsMin = 2
const pauseMs = 500
// A process that was itself held up for so long, by a sleeping machine for one, has not looked.
const lateMs = 5000

/**
 * Restarts a Worker that runs and answers nothing, and both where each answers and the back office does not reach the
 * public Worker. It probes only when it is told of a doubt: what is not in doubt gets no requests and no lines of a log.
 * A Worker that is merely slow answers within one of the two probes.
 */
export function startWatchdog({ pay, backoffice, probeMs }: WatchdogOptions): Watchdog {
  let isLooking = false
  let isStopped = false
  // Whether the back office has reached the public Worker since both were restarted for that. A Worker whose source is
  // wrong answers 503 after each start, too.
  let mayRelink = true
  const probe = async (): Promise<readonly Fault[]> => {
    const ends = Date.now() + probeMs
    const answers = (worker: WatchedWorker) => within(ends, worker, '/watchdog', () => true)
    const isLink = (status: number) => status < 500
    const [payAnswers, backofficeAnswers, isLinked] = await Promise.all([
      answers(pay),
      answers(backoffice),
      within(ends, backoffice, '/api/merchants?limit=1', isLink),
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
  const look = async () => {
    let faults: readonly Fault[] = ['pay', 'backoffice', 'link']
    for (let round = 0; round < roundsMin; round += 1) {
      const ports = [pay.target(), backoffice.target()]
      const found = await probe()
      // One that is being built or started has its own time.
      const isSame = pay.target() === ports[0] && backoffice.target() === ports[1]
      if (isStopped || !isSame || ports.includes(undefined)) return
      faults = faults.filter((fault) => found.includes(fault))
      if (faults.length === 0) return
    }
    if (faults.includes('link')) mayRelink = false
    const seconds = Math.round((roundsMin * probeMs) / 1000)
    const silent = `No answer for ${seconds} s`
    const unlinked = `The back office has not reached the public Worker for ${seconds} s`
    const stateOf = (name: Fault) => (faults.includes(name) ? silent : unlinked)
    const isMeant = (name: Fault) => faults.includes(name) || faults.includes('link')
    await Promise.all([
      isMeant('pay') && pay.restart(stateOf('pay')),
      isMeant('backoffice') && backoffice.restart(stateOf('backoffice')),
    ])
  }
  return {
    doubt() {
      if (isLooking || isStopped) return
      isLooking = true
      void look().finally(() => {
        isLooking = false
      })
    },
    stop() {
      isStopped = true
    },
  }
}

type Fault = 'pay' | 'backoffice' | 'link'

// Whether the runtime gives an answer of that kind before `ends`.
async function within(
  ends: number,
  worker: WatchedWorker,
  path: string,
  isAnswer: (status: number) => boolean,
): Promise<boolean> {
  for (let rest = ends - Date.now(); rest > 0; rest = ends - Date.now()) {
    const port = worker.target()
    if (port === undefined) return false
    try {
      const signal = AbortSignal.timeout(rest)
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal })
      await answer.arrayBuffer()
      if (isAnswer(answer.status)) return true
    } catch {
      // Asked again until the time is over.
    }
    await sleep(Math.max(0, Math.min(pauseMs, ends - Date.now())))
  }
  return false
}
