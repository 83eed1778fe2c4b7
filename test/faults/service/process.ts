import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, root } from '../../../scripts/local/environment.ts'
import type { ProcessGroup, ProcessGroups } from '../../../scripts/local/processes.ts'
import type { Configuration } from './configuration.ts'
import type { RuntimeLine } from './runtime.ts'

/** Both Workers, in processes that can be killed. */
export type Service = {
  readonly payUrl: string
  readonly backofficeUrl: string
  /** Rings the minute: true when the sweep it started has ended, false when the service was killed over it. */
  ring(): Promise<boolean>
  /** SIGKILL to the runtime alone, or to its whole process group; resolves once nothing of it is left. */
  kill(victim: Victim): Promise<void>
}

/** Whom a SIGKILL hits first. */
export type Victim = 'runtime' | 'group'

/** Starts a configuration; what an earlier one has left in its state directory is what it finds. */
export async function startService(
  groups: ProcessGroups,
  env: Environment,
  configuration: Configuration,
  onLog: (line: string) => void,
): Promise<Service> {
  const file = join(configuration.stateDir, `${randomUUID()}.json`)
  await writeFile(file, JSON.stringify(configuration))
  let pid = 0
  let group: ProcessGroup | undefined
  const ready = await new Promise<Ready>((resolve, reject) => {
    const onLine = (line: string) => {
      const said = parsed(line)
      if (said?.event === 'lab_ready') resolve(said)
      else if (said?.event === 'lab_started') pid = said.pid
      else onLog(line)
    }
    const flags = ['--disable-warning=ExperimentalWarning']
    const command = [process.execPath, ...flags, join(import.meta.dirname, 'runtime.ts'), file]
    group = groups.start(command as [string, ...string[]], { cwd: root, env, onLine })
    group.ended.then(() => reject(new Error(`the service has ended: ${group?.output()}`)))
  })
  let killed = false
  return {
    payUrl: ready.origins[0] ?? '',
    backofficeUrl: ready.origins[1] ?? '',
    async ring() {
      const answer = await fetch(ready.cronUrl).catch(() => null)
      if (answer?.ok) return true
      if (killed) return false
      throw new Error(`the sweep failed: ${await answer?.text()}`)
    },
    async kill(victim) {
      killed = true
      process.kill(victim === 'runtime' ? ready.runtimePid : -pid, 'SIGKILL')
      // The process beside the runtime lives on for a moment, as one does that has yet to notice.
      if (victim === 'runtime') await sleep(orphanedMs)
      killIfThere(-pid)
      await group?.stop()
    },
  }
}

type Ready = Extract<RuntimeLine, { event: 'lab_ready' }>

const orphanedMs = 100

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already, by the death of its runtime.
  }
}

function parsed(line: string): RuntimeLine | null {
  return line.startsWith('{"event":"lab_') ? JSON.parse(line) : null
}
