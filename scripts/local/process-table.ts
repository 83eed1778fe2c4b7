import { readdirSync, readFileSync } from 'node:fs'

/** A process as proc(5) shows it: its name, and the fields after it, of which the first is its state. */
type ProcessStat = { readonly name: string; readonly fields: readonly string[] }

/** A process of that id; without fields where it has ended, and on other systems than Linux. */
export function statOf(pid: number): ProcessStat {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses, and may contain blanks and parentheses.
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') }
  } catch {
    return { name: '', fields: [] }
  }
}

/** All processes of a Linux system, by their ids. */
export function allProcesses(): readonly (ProcessStat & { readonly pid: number })[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.map((pid) => ({ pid: Number(pid), ...statOf(Number(pid)) }))
}
