import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processor time that a process has used so far, in milliseconds; NaN on other systems than Linux. */
export function processorMs(pid: number): number {
  const { user, system } = ticksOf(pid)
  return ((user + system) * 1000) / ticksPerSecond
}

const ticksPerSecond =
  process.platform === 'linux'
    ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
    : 100

type Ticks = { readonly user: number; readonly system: number }

// proc(5): the second field is a name in parentheses, which may contain blanks; times are in ticks.
function ticksOf(pid: number): Ticks {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = Number.NaN, system = Number.NaN] = fields.slice(11)
    return { user, system }
  } catch {
    return { user: Number.NaN, system: Number.NaN }
  }
}
