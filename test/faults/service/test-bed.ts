import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wranglerEnvironment } from '../../../scripts/local/environment.ts'
import { createProcessGroups } from '../../../scripts/local/processes.ts'
import { type MerchantServer, startMerchantServer } from '../receivers/process.ts'
import { configure } from './configuration.ts'
import { type Books, readBooks, shiftTimes } from './database.ts'
import type { Habit } from './faulty-queue.ts'
import { type Service, startService, type Victim } from './process.ts'

/** Both Workers on a fresh database, the merchants' servers that they call, and the ways to be cruel to them. */
export type Lab = {
  readonly merchants: MerchantServer
  /** The service that runs, once it does. */
  up(): Promise<Service>
  /** Kills the service and starts it again on the same state. Resolves with how long that took, in milliseconds. */
  crash(victim: Victim, next?: NextLife): Promise<number>
  /** Stops the service for good and reads what it leaves behind. */
  autopsy(): Promise<Books>
  /** How often the Workers logged each event. */
  readonly logged: ReadonlyMap<string, number>
  /** Lines in which they told of faults of their own. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/** What is different after a restart. */
export type NextLife = {
  readonly bell?: Habit | undefined
  /** How many seconds pass while nothing runs. */
  readonly secondsLater?: number
}

/** Opens a lab. `origins`: how many merchants' servers that know nothing of each other. */
export async function openLab(bundles: string, bell?: Habit, origins = 2): Promise<Lab> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-faults-'))
  const groups = createProcessGroups()
  const env = wranglerEnvironment(stateDir)
  const { logged, faults, onLog } = openTally()
  const keys = { SECRETS_KEY: freshKey(), LINK_SIGNING_KEY: freshKey() }
  const start = async (habit: Habit | undefined) => {
    const configuration = await configure({ bundles, stateDir, keys, bell: habit })
    return startService(groups, env, configuration, onLog)
  }
  const close = async () => {
    await groups.stopAll()
    await rm(stateDir, { recursive: true, force: true })
  }
  try {
    const merchants = await startMerchantServer(groups, env, origins)
    let current = start(bell)
    await current
    return {
      merchants,
      logged,
      faults,
      close,
      up: () => current,
      async crash(victim, next = {}) {
        const old = await current
        const begun = performance.now()
        current = old.kill(victim).then(() => {
          if (next.secondsLater !== undefined) shiftTimes(stateDir, next.secondsLater)
          return start('bell' in next ? next.bell : bell)
        })
        await current
        return performance.now() - begun
      },
      async autopsy() {
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

function openTally() {
  const logged = new Map<string, number>()
  const faults: string[] = []
  const onLog = (line: string) => {
    const event = /^\{"event":"(\w+)"/.exec(line)?.[1] ?? 'other'
    logged.set(event, (logged.get(event) ?? 0) + 1)
    // A wake that died names no fault of its own; what is no JSON is the runtime's complaint.
    const isFault = line.includes('"fault":') || event === 'dead_wake' || event === 'other'
    if (isFault && line.trim() !== '' && faults.length < faultsMax) faults.push(line)
  }
  return { logged, faults, onLog }
}
