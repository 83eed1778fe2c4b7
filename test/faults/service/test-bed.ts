import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { keepLog } from '../../../scripts/checks/kept-log.ts'
import { type Environment, wranglerEnvironment } from '../../../scripts/local/environment.ts'
import { createProcessGroups } from '../../../scripts/local/processes.ts'
import { type Receivers, startReceivers } from '../receivers/process.ts'
import { configure } from './configuration.ts'
import { type Books, readBooks, shiftTimes } from './database.ts'
import type { QueueMode } from './faulty-queue.ts'
import { type KillTarget, type Service, startService } from './process.ts'

/** Both Workers on a fresh database, with receivers, and ways to kill them. */
export type TestBed = {
  readonly receivers: Receivers
  /** The running service; waits while it restarts. */
  up(): Promise<Service>
  /** Kills the service and starts it again on the same state; resolves with the milliseconds that took. */
  crash(target: KillTarget, restart?: Restart): Promise<number>
  /** Stops the service for good and reads its database. */
  dump(): Promise<Books>
  /** How often the Workers logged each event. */
  readonly logged: ReadonlyMap<string, number>
  /** What the minute's jobs logged that they have done: `judge_lines.settled`. */
  readonly done: ReadonlyMap<string, number>
  /** Log lines about faults of their own. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/** Kills the runtime or all processes after a random time between two; what was killed, after how long, and the restart's time. */
export async function crashByChance(bed: TestBed, [least = 0, most = 0]: readonly number[]) {
  const afterMs = least + Math.random() * (most - least)
  await setTimeout(afterMs)
  const target: KillTarget = Math.random() < 0.5 ? 'runtime' : 'group'
  return { target, afterMs, tookMs: await bed.crash(target) }
}

/** What is different after a restart. */
type Restart = {
  readonly queueMode?: QueueMode | undefined
  /** Seconds that the stored times move into the past meanwhile. */
  readonly secondsLater?: number
  /** What happens to the state while no process uses it. */
  readonly meanwhile?: (stateDir: string, env: Environment) => Promise<void>
}

/** Starts a test bed with that many receivers, and with those settings of the public Worker. */
export async function startTestBed(
  bundles: string,
  queueMode?: QueueMode,
  origins = 2,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestBed> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-faults-'))
  const groups = createProcessGroups()
  const env = wranglerEnvironment(stateDir)
  const { logged, done, faults, onLog } = tallyLog()
  const keys = { SECRETS_KEY: freshKey(), LINK_SIGNING_KEY: freshKey() }
  const start = async (mode: QueueMode | undefined) => {
    const configuration = await configure({ bundles, stateDir, keys, queueMode: mode, settings })
    return startService(groups, env, configuration, onLog)
  }
  const close = async () => {
    await groups.stopAll()
    await rm(stateDir, { recursive: true, force: true })
  }
  try {
    const receivers = await startReceivers(groups, env, origins)
    let current = start(queueMode)
    await current
    return {
      receivers,
      logged,
      done,
      faults,
      close,
      up: () => current,
      async crash(target, restart = {}) {
        const old = await current
        const begun = performance.now()
        current = old.kill(target).then(async () => {
          await restart.meanwhile?.(stateDir, env)
          if (restart.secondsLater !== undefined) shiftTimes(stateDir, restart.secondsLater)
          return start('queueMode' in restart ? restart.queueMode : queueMode)
        })
        await current
        return performance.now() - begun
      },
      async dump() {
        await (await current).kill('group')
        return readBooks(stateDir)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function freshKey(): string {
  return btoa(String.fromCharCode(...randomBytes(32)))
}

const faultsMax = 1000

/** Counts the lines of a log and what its jobs have done, and keeps the lines of faults. */
export function tallyLog() {
  const logged = new Map<string, number>()
  const done = new Map<string, number>()
  const faults: string[] = []
  const onLog = (line: string) => {
    keepLog(line)
    const event = nameOf(line)
    logged.set(event, (logged.get(event) ?? 0) + 1)
    if (event === 'job') {
      const { name, counts = {} }: JobLine = JSON.parse(line)
      for (const [what, count] of Object.entries(counts)) {
        done.set(`${name}.${what}`, (done.get(`${name}.${what}`) ?? 0) + count)
      }
    }
    // A dead wake-up has no `fault` of its own; lines without JSON are the runtime's complaints.
    const isFault = line.includes('"fault":') || event === 'dead_wake' || event === 'other'
    if (isFault && event !== 'late_wake' && line.trim() !== '' && faults.length < faultsMax)
      faults.push(line)
  }
  return { logged, done, faults, onLog }
}

type JobLine = { readonly name: string; readonly counts?: Readonly<Record<string, number>> }

function nameOf(line: string): string {
  const event = /^\{"event":"(\w+)"/.exec(line)?.[1] ?? 'other'
  if (event === 'copied' && line.includes('"age_seconds":')) return 'copied_whole'
  // A busy machine's queue takes longer than a sender waits. The sweep finds what the message would have told.
  if (event === 'wake_failed' && /took longer than \d+ ms/.test(line)) return 'late_wake'
  return event
}
