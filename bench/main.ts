import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/local/environment.ts'
import { memory, quickFolder } from '../scripts/local/quick-folder.ts'
import { type Bundles, buildBundles } from './bundles.ts'
import { compareCallbacks } from './callbacks.ts'
import { type Comparison, compare, type Effort, type Pair } from './compare.ts'
import { connections } from './load.ts'
import { start } from './platform.ts'
import { printReport } from './report.ts'
import { kinds } from './requests.ts'
import { requireSameRows } from './same-rows.ts'
import { createTurns, faultMessage, type Incident } from './turns.ts'
import { countUsage, type RequestUsage } from './usage.ts'

const efforts = {
  quick: { pairs: 3, requests: 128, slices: 1, warmUp: 96, callbacks: 120 },
  // The engine optimises code for some 15,000 requests, ours for longer than the bare one's.
  full: { pairs: 5, requests: 6400, slices: 20, warmUp: 16_000, callbacks: 2000 },
} as const

/** The room that the databases of a run need. */
const databasesBytes = 1024 ** 3

/** Everything that was measured. */
export type Measurements = {
  readonly startedAt: string
  readonly processor: string
  /** Load averages of the machine, before and after. */
  readonly load: readonly [before: number, after: number]
  readonly effort: Effort
  readonly connections: number
  readonly usage: Readonly<Record<string, RequestUsage>>
  readonly comparisons: readonly Comparison[]
  /** Turns that failed; each was repeated once. */
  readonly incidents: readonly Incident[]
  /** What could not be measured, and why. */
  readonly failures: readonly Failure[]
}

type Failure = { readonly kind: string; readonly fault: string }

/**
 * Measures the public Worker against the bare one, prints the results and stores them. A kind of request that cannot be
 * measured does not end the others.
 *
 * @returns whether all could be measured
 */
export async function bench(args: readonly string[]): Promise<boolean> {
  const effort = args.includes('--quick') ? efforts.quick : efforts.full
  const chosen = args.filter((argument) => !argument.startsWith('--'))
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
  const startedAt = new Date().toISOString()
  const [before = 0] = loadavg()
  // Waiting for the disk takes both as long, which would flatter ours.
  const folder = args.includes('--disk') ? tmpdir() : await quickFolder(databasesBytes)
  const directory = await mkdtemp(join(folder, 'bench-'))
  try {
    console.log('Building the Workers …')
    const bundles = buildBundles(directory)
    const seeded = join(directory, 'seeded')
    await start(bundles.public, 18791, seeded).then((running) => running.stop())
    const runs = pairStarter(bundles, directory, seeded)
    console.log('Checking that the bare Worker writes the same rows …')
    await runs((pair) => requireSameRows(pair))
    const counted = await start(bundles.counted, 18793, join(directory, 'counted'))
    const usage = await countUsage(counted).finally(counted.stop)
    const turns = createTurns(console.log)
    const comparisons: Comparison[] = []
    const failures: Failure[] = []
    const measure = async (kind: string, work: (pair: Pair) => Promise<Comparison>) => {
      if (!isChosen(kind)) return
      console.log(kind)
      try {
        comparisons.push(await runs(work))
      } catch (fault) {
        failures.push({ kind, fault: faultMessage(fault) })
        console.log(`  ! not measured: ${faultMessage(fault)}`)
      }
    }
    for (const kind of kinds) {
      await measure(kind.name, (pair) => compare(kind, pair, effort, turns, console.log))
    }
    const size = { pairs: effort.pairs, count: effort.callbacks }
    await measure('callbacks', (pair) => compareCallbacks(pair, size, turns, console.log))
    const [after = 0] = loadavg()
    const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
    const measured: Measurements = {
      startedAt,
      processor,
      load: [before, after],
      effort,
      connections,
      usage: Object.fromEntries(usage),
      comparisons,
      incidents: turns.incidents,
      failures,
    }
    console.log(`\nDatabases in ${folder.startsWith(memory) ? 'memory' : 'files on disk'}`)
    printReport(measured)
    await keep(measured)
    return failures.length === 0
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

// Each measurement gets a new pair on copies of `seeded`, so that it does not see the rows of another.
function pairStarter(bundles: Bundles, directory: string, seeded: string) {
  let started = 0
  const startOn = async (bundle: string, port: number, name: string) => {
    const stateDir = join(directory, `${name}-${started}`)
    await cp(seeded, stateDir, { recursive: true })
    return start(bundle, port, stateDir)
  }
  return async <Result>(work: (pair: Pair) => Promise<Result>): Promise<Result> => {
    started += 1
    const ours = await startOn(bundles.public, 18791, 'ours')
    const bare = await startOn(bundles.bare, 18792, 'bare')
    try {
      return await work({ ours, bare })
    } finally {
      await Promise.all([ours.stop(), bare.stop()])
    }
  }
}

async function keep(measured: Measurements): Promise<void> {
  const file = join(root, 'bench', 'results', 'latest.json')
  await mkdir(join(root, 'bench', 'results'), { recursive: true })
  await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`)
  console.log(`\nKept in ${file}`)
}
