import { execFileSync } from 'node:child_process'
import { statOf } from '../scripts/local/process-table.ts'

const ticksPerSecond =
  process.platform === 'linux'
    ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
    : 100

/** The processor time that a process has used so far, in milliseconds; NaN on other systems than Linux. */
export function processorMs(pid: number): number {
  const [userTicks = Number.NaN, systemTicks = Number.NaN] = statOf(pid)
    .fields.slice(11)
    .map(Number)
  return ((userTicks + systemTicks) * 1000) / ticksPerSecond
}
