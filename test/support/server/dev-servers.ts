import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The ids of a local server's processes that run a Worker of that configuration. */
export async function devServers(
  { stateDir }: { readonly stateDir: string },
  config: string,
): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='])
  return stdout
    .split('\n')
    .filter((line) => line.includes(stateDir) && line.includes(config))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state = 'Z']) => !state.startsWith('Z'))
    .map(([pid]) => Number(pid))
}
