import { readdirSync, readFileSync } from 'node:fs'

/** A process by proc(5): its name and the fields after it, of which the first is its state. */
type ProcessStat = { readonly name: string; readonly fields: readonly string[] }

/** A process by its id; without fields if it has ended, and on other systems than Linux. */
export function statOf(pid: number): ProcessStat {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain spaces and parentheses.
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') }
  } catch {
    return { name: '', fields: [] }
  }
}

export function allProcesses(): readonly (ProcessStat & { readonly pid: number })[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map((pid) => ({ pid: Number(pid), ...statOf(Number(pid)) }))
}
