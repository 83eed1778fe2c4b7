import type { Condition, Runtime } from './platform.ts'

/** A turn that failed, and the state of its runtime then. */
export type Incident = {
  /** What was measured, and of which Worker: `link with amount, ours`. */
  readonly turn: string
  readonly fault: string
  readonly condition: Condition
}

/** Takes turns, and repeats each failed one once. */
export type Turns = {
  readonly incidents: readonly Incident[]
  /**
   * Takes a turn. A failed one is reported with the state of the runtime and repeated once; a runtime that has ended is
   * started again and warmed up before. Throws the second error.
   */
  take<Result>(
    name: string,
    running: Runtime,
    turn: () => Promise<Result>,
    warmUp: () => Promise<unknown>,
  ): Promise<Result>
}

/** Begins to take turns; `tell` gets the lines about each failure at once. */
export function createTurns(tell: (line: string) => void): Turns {
  const incidents: Incident[] = []
  const note = async (name: string, running: Runtime, fault: unknown): Promise<Condition> => {
    const condition = await running.condition()
    const incident = { turn: name, fault: faultMessage(fault), condition }
    incidents.push(incident)
    for (const line of linesOf(incident)) tell(line)
    return condition
  }
  return {
    incidents,
    async take(name, running, turn, warmUp) {
      try {
        return await turn()
      } catch (fault) {
        const { isAlive } = await note(name, running, fault)
        if (!isAlive) {
          await running.restart()
          await warmUp()
        }
      }
      try {
        return await turn()
      } catch (fault) {
        await note(`${name}, once more`, running, fault)
        throw fault
      }
    },
  }
}

/** The lines about a failed turn. */
export function linesOf({ turn, fault, condition }: Incident): readonly string[] {
  const { process, answer, lastWords } = condition
  return [
    `  ! ${turn}: ${fault}`,
    `    its runtime ${process}; its address, asked after that: ${answer}`,
    ...(lastWords === '' ? [] : lastWords.split('\n').map((line) => `    | ${line}`)),
  ]
}

/** An error in one line. */
export function faultMessage(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
