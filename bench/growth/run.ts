import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/local/environment.ts'
import { buildBundles } from '../bundles.ts'
import { spreadOf } from '../compare.ts'
import { type Runtime, start } from '../platform.ts'
import { fixed, tableOf } from '../table.ts'
import { usageOf } from '../usage.ts'
import { fill, type Size } from './fill.ts'
import { type Probe, probes } from './probes.ts'

/** What a probe found in a database of one size. */
type Measurement = {
  readonly size: Size
  readonly probe: string
  readonly rowsRead: number
  /** Median of the repeated requests. */
  readonly milliseconds: number
}

// `npm run long -- growth [orders …]`

const port = 18794
const repeats = 40

/**
 * Sends the same requests to small and large databases, with one merchant and with many, and prints the rows and
 * the time of each. Returns the probes that do not read the same number of rows in all of them; one that reads by
 * merchants is compared among as many merchants, and one that has a bound of its own with that.
 */
async function measureGrowth(orders: readonly number[]): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'growth-'))
  const found: Measurement[] = []
  try {
    console.log('Building the Worker …')
    const { counted } = buildBundles(directory)
    for (const merchants of [1, 10_000]) {
      for (const count of orders) {
        const size = { orders: count, merchants }
        // A new database each time, because probes create rows.
        const stateDir = join(directory, `${count}-of-${merchants}`)
        await start(counted, port, stateDir).then((running) => running.stop())
        const started = performance.now()
        fill(stateDir, size)
        const seconds = (performance.now() - started) / 1000
        console.log(`${count} orders of ${merchants} merchants, filled in ${fixed(seconds, 1)} s`)
        found.push(...(await probeAll(counted, stateDir, size)))
        await rm(stateDir, { recursive: true })
      }
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return report(found)
}

async function probeAll(bundle: string, stateDir: string, size: Size): Promise<Measurement[]> {
  const running = await start(bundle, port, stateDir)
  try {
    const found: Measurement[] = []
    for (const probe of probes) found.push({ size, ...(await probeOne(running, probe)) })
    return found
  } finally {
    await running.stop()
  }
}

async function probeOne(running: Runtime, probe: Probe): Promise<Omit<Measurement, 'size'>> {
  await usageOf(running, probe.name, await probe.call(-1, running))
  const times: number[] = []
  const rowsRead: number[] = []
  for (let n = 0; n < repeats; n += 1) {
    const call = await probe.call(n, running)
    const started = performance.now()
    const usage = await usageOf(running, probe.name, call)
    times.push(performance.now() - started)
    rowsRead.push(usage.rowsRead)
  }
  // A request that finds its merchant no longer fresh in the cache reads one row more.
  return {
    probe: probe.name,
    rowsRead: spreadOf(rowsRead).median,
    milliseconds: spreadOf(times).median,
  }
}

async function report(found: readonly Measurement[]): Promise<readonly string[]> {
  const sizes = [...new Map(found.map(({ size }) => [sizeName(size), size])).keys()]
  const cellsOf = (name: string, cell: (measurement: Measurement) => string) => [
    name,
    ...found.filter(({ probe }) => probe === name).map(cell),
  ]
  const names = probes.map(({ name }) => name)
  const rows = names.map((name) => cellsOf(name, ({ rowsRead }) => String(rowsRead)))
  const times = names.map((name) => cellsOf(name, ({ milliseconds }) => fixed(milliseconds)))
  console.log(`\nRows read by a request, by orders and merchants\n${tableOf(['', ...sizes], rows)}`)
  const load = loadavg().map((average) => fixed(average))
  console.log(`\nMilliseconds of a request, medians of ${repeats}, load average ${load.join(' ')}`)
  console.log(tableOf(['', ...sizes], times))
  const directory = join(root, 'bench', 'results')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'growth.json'), `${JSON.stringify(found, null, 2)}\n`)
  console.log(`\nKept in ${directory}`)
  return probes.filter((probe) => grows(found, probe)).map(({ name }) => name)
}

// Whether a probe reads another number of rows in one of the databases that it is compared in, or more than it may.
function grows(
  found: readonly Measurement[],
  { name, byMerchants = false, rowsMax }: Probe,
): boolean {
  const own = found.filter(({ probe }) => probe === name)
  if (rowsMax !== undefined) return own.some(({ rowsRead }) => rowsRead > rowsMax)
  const groups = byMerchants ? [...Map.groupBy(own, ({ size }) => size.merchants).values()] : [own]
  return groups.some(([first, ...rest]) =>
    rest.some(({ rowsRead }) => rowsRead !== first?.rowsRead),
  )
}

function sizeName({ orders, merchants }: Size): string {
  return `${orders.toLocaleString('en')} / ${merchants.toLocaleString('en')}`
}

const sizes = process.argv.slice(3).map(Number)
const grown = await measureGrowth(sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000])
if (grown.length > 0) {
  console.error(`\nRead more rows in a larger database: ${grown.join(', ')}`)
  process.exitCode = 1
} else {
  console.log('\nEvery request reads the same number of rows in all of them.')
}
