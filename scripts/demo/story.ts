import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../command/problem.ts'

/** A demonstration in numbered, checked steps. */
export type Story = {
  /** Runs a step and prints its title, result and duration. Throws an error with the title when it fails. */
  step<T>(title: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T>
  /** The number of steps so far. */
  steps(): number
}

export function beginStory(): Story {
  let steps = 0
  return {
    async step(title, work, describe) {
      steps += 1
      const started = performance.now()
      try {
        const result = await work()
        const ms = Math.round(performance.now() - started)
        console.log(`${String(steps).padStart(2)}. ${title}\n      ${describe(result)}  (${ms} ms)`)
        return result
      } catch (error) {
        throw new Error(`step ${steps}, ${title}: ${reasonOf(error)}`)
      }
    },
    steps: () => steps,
  }
}

/** Throws an error with both values if they differ. */
export function expectEqual(name: string, actual: unknown, expected: unknown): void {
  const texts = [actual, expected].map((value) => JSON.stringify(value))
  if (texts[0] !== texts[1]) throw new Error(`${name} is ${texts[0]}, expected ${texts[1]}`)
}

/** Polls until a value satisfies the condition, and returns it. Throws an error with the last value after `patienceMs`. */
export async function until<T>(
  poll: () => Promise<T>,
  condition: (value: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const value = await poll()
    if (condition(value)) return value
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`)
    await sleep(pollMs)
  }
}

/** The time limit of a step, in milliseconds: long, for busy machines. */
export const patienceMs = 60_000
const pollMs = 100
