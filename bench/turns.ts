import type { Condition, Running } from './platform.ts'

/** A turn that went wrong, and how its runtime was then. */
export type Incident = {
  /** What was measured, and of which Worker: `link with amount, ours`. */
  readonly turn: string
  readonly fault: string
  readonly condition: Condition
}

/** Makes turns, each of them once more where it goes wrong. */
export type Turns = {
  readonly incidents: readonly Incident[]
  /**
   * Takes a turn. One that goes wrong is told, with what has become of the runtime, and taken once more: by a runtime
   * that has ended after it was started again and `warmUp` is done. Throws what is wrong the second time.
   */
  take<Result>(
    name: string,
    running: Running,
    turn: () => Promise<Result>,
    warmUp: () => Promise<unknown>,
  ): Promise<Result>
}

/** Turns of which none has been taken; what goes wrong is told to `tell` at once. */
export function openTurns(tell: (line: string) => void): Turns {
  const incidents: Incident[] = []
  const note = async (name: string, running: Running, fault: unknown): Promise<Condition> => {
    const condition = await running.condition()
    const incident = { turn: name, fault: textOf(fault), condition }
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

/** What is told of a turn that went wrong, line by line. */
export function linesOf({ turn, fault, condition }: Incident): readonly string[] {
  const { process, answer, lastWords } = condition
  return [
    `  ! ${turn}: ${fault}`,
    `    its runtime ${process}; its address, asked after that: ${answer}`,
    ...(lastWords === '' ? [] : lastWords.split('\n').map((line) => `    | ${line}`)),
  ]
}

/** An error in one line. */
export function textOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
