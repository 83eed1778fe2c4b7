import { pause } from './time-limit.ts'

/** Runs work that yields between its parts, and lets others run in between. */
export async function runYielding<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause(1)
  }
}
