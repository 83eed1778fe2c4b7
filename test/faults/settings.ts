import { loadavg } from 'node:os'

/** Whether the long forms run (`npm run test:faults`), or the short ones that `npm test` has time for. */
export const isFullForm = process.env.FAULT_LAB === 'full'

/** Prints a line at once, past the capture of what tests print: the long form takes minutes. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints what a test has measured, beside how busy the machine was meanwhile. */
export function reportFigures(what: string, figures: Readonly<Record<string, number | string>>) {
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  report(`${what}: ${told.join(', ')}; load average ${loadavg()[0]?.toFixed(1)}`)
}
