/** Whether the long forms run (`npm run test:faults`), or the short ones that `npm test` has time for. */
export const isFullForm = process.env.FAULT_LAB === 'full'

/** Prints a line at once, past the capture of what tests print: the long form takes minutes. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`)
}
