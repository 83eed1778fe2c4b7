import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The resident memory, in MiB, of a server's processes: those with its folder in their command line, and their
 * children.
 */
export async function residentMib(stateDir: string): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='])
  const all = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kib, args] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return args === undefined ? [] : [{ pid, parent, kib: Number(kib), args }]
  })
  let own = all.filter(({ args }) => args.includes(stateDir))
  if (own.length === 0) throw new Error(`no process of ${stateDir}`)
  for (let before = 0; own.length > before; ) {
    before = own.length
    const pids = new Set(own.map(({ pid }) => pid))
    own = all.filter(({ pid, parent }) => pids.has(pid) || pids.has(parent))
  }
  return own.reduce((sum, { kib }) => sum + kib, 0) / 1024
}
