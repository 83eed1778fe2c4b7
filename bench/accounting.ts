import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Processor time that a process has used so far, by its own account, in milliseconds; not a number off Linux. */
export function processorMs(pid: number): number {
  const { user, system } = statOf(pid)
  return ((user + system) * 1000) / ticksPerSecond
}

/** The runtimes that this process has started, by process id; none off Linux. */
export function runtimeProcesses(): readonly number[] {
  if (process.platform !== 'linux') return []
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return all.filter((pid) => {
    const { name, parent } = statOf(pid)
    return name === 'workerd' && parent === process.pid
  })
}

const ticksPerSecond =
  process.platform === 'linux'
    ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
    : 100

type Stat = {
  readonly name: string
  readonly parent: number
  readonly user: number
  readonly system: number
}

// proc(5): the second field is a name in parentheses, which may hold blanks; time is counted in ticks.
function statOf(pid: number): Stat {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat
      .slice(end + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = Number.NaN, system = Number.NaN] = fields.slice(11)
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent, user, system }
  } catch {
    return { name: '', parent: 0, user: Number.NaN, system: Number.NaN }
  }
}
