import { loadavg } from 'node:os'

/** Whether this is the long run (`npm run long -- faults`), or the short one of `npm test`. */
export const isLongRun = process.env.FAULT_TESTS === 'long'

/** Prints a line: at once in the long run, which takes minutes; in the short one when its test fails. */
export function report(line: string): void {
  if (isLongRun) process.stdout.write(`${line}\n`)
  else console.log(line)
}

/** Prints figures with the machine's load average. */
export function reportFigures(what: string, figures: Readonly<Record<string, number | string>>) {
  const told = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  report(`${what}: ${told.join(', ')}; load average ${loadavg()[0]?.toFixed(1)}`)
}
