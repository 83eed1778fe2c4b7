import { setTimeout as sleep } from 'node:timers/promises'

/** A demonstration in numbered steps, each of which is checked. */
export type Story = {
  /** Runs a step and prints its name, result and duration. Throws an error with the step's name when it fails. */
  step<T>(what: string, work: () => Promise<T>, tell: (result: T) => string): Promise<T>
  /** The number of steps so far. */
  steps(): number
}

/** Begins a story, which prints to standard output. */
export function beginStory(): Story {
  let steps = 0
  return {
    async step(what, work, tell) {
      steps += 1
      const started = performance.now()
      try {
        const result = await work()
        const took = Math.round(performance.now() - started)
        console.log(`${String(steps).padStart(2)}. ${what}\n      ${tell(result)}  (${took} ms)`)
        return result
      } catch (error) {
        throw new Error(`step ${steps}, ${what}: ${error instanceof Error ? error.message : error}`)
      }
    },
    steps: () => steps,
  }
}

/** Throws an error with both values when they differ. */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (came !== wanted) throw new Error(`${what} should be ${wanted}, but is ${came}`)
}

/** Asks until an answer is `wanted`, and returns it. Throws an error with the last answer after `patienceMs`. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`)
    await sleep(pauseMs)
  }
}

/** The time limit of a step, in milliseconds; long, because the machine may be busy. */
export const patienceMs = 60_000
const pauseMs = 100
