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
  /** Triggers the cron: true when its sweep has ended, false when the service was killed meanwhile. */
  runCron(): Promise<boolean>
  /** Sends SIGKILL; resolves once no process is left. */
  kill(target: KillTarget): Promise<void>
}

/** What is killed first: the runtime alone, or its whole process group. */
export type KillTarget = 'runtime' | 'group'

/** Starts a configuration on its state directory. */
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
      if (said?.event === 'runtime_ready') resolve(said)
      else if (said?.event === 'runtime_started') pid = said.pid
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
    async runCron() {
      const ask = () => fetch(ready.cronUrl).catch((error: Error) => error)
      let answer = await ask()
      // A busy machine may lose an answer; a service that has died loses the next one, too.
      if (answer instanceof Error && !killed) answer = await ask()
      if (killed) return false
      if (answer instanceof Error) throw new Error('the sweep failed', { cause: answer })
      if (!answer.ok) throw new Error(`the sweep failed: ${await answer.text()}`)
      return true
    },
    async kill(target) {
      killed = true
      process.kill(target === 'runtime' ? ready.runtimePid : -pid, 'SIGKILL')
      // The parent process lives on for a moment.
      if (target === 'runtime') await sleep(orphanedMs)
      killIfThere(-pid)
      await group?.stop()
    },
  }
}

type Ready = Extract<RuntimeLine, { event: 'runtime_ready' }>

const orphanedMs = 100

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its runtime.
  }
}

function parsed(line: string): RuntimeLine | null {
  return line.startsWith('{"event":"runtime_') ? JSON.parse(line) : null
}
