/** A story told step by step, each step checked as it is told. */
export type Story = {
  /** Tells a step: what happens, then what came of it. Throws, with the step's name, when it is not as it should be. */
  step<T>(what: string, work: () => Promise<T>, tell: (result: T) => string): Promise<T>
  /** How many steps were told. */
  steps(): number
}

/** Begins a story on standard output. */
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

/** Says what was expected and what came when they differ. */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (came !== wanted) throw new Error(`${what} should be ${wanted}, but is ${came}`)
}

/** Asks again until the answer is as wanted, and gives up after a while with what came last. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** How long a step may take, in milliseconds: far longer than it needs, for the machine may have other things to do. */
export const patienceMs = 60_000
const pauseMs = 100
