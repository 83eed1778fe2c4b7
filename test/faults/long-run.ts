import { loadavg } from 'node:os'

/** Whether the long forms run (`npm run test:faults`), or the short ones that `npm test` has time for. */
export const isFullForm = process.env.FAULT_LAB === 'full'

/** Tells a line: at once in the long form, which takes minutes; in the short one when its test fails. */
export function report(line: string): void {
  if (isFullForm) process.stdout.write(`${line}\n`)
  else console.log(line)
}

/** Prints what a test has measured, beside how busy the machine was meanwhile. */
export function reportFigures(what: string, figures: Readonly<Record<string, number | string>>) {
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  report(`${what}: ${told.join(', ')}; load average ${loadavg()[0]?.toFixed(1)}`)
}
