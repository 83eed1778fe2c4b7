import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { allProcesses } from '../../scripts/local/process-table.ts'
import { startLocalServer } from '../../scripts/local/server.ts'
import { menuGroups } from '../../src/backoffice/desk/frame/navigation.ts'
import { processorMs } from '../accounting.ts'
import { fixed, tableOf } from '../table.ts'
import { fill } from './fill.ts'

/** What a page of the back office costs. */
type Cost = {
  readonly page: string
  readonly rows: number
  readonly kib: number
  /** Processor time of both Workers, D1 included, for one request. */
  readonly milliseconds: number
}

// `npm run long -- desk-cost [orders]`

const millisecondsMax = 50

const warmUps = 5
const requests = 40

/**
 * Opens every page of the menu among that many orders, with 50 rows and with 200, and prints what each costs in processor
 * time. It is that of the local runtime: both Workers, the database and the connections between them. Returns the pages
 * that are over the limit.
 */
async function measureDesk(orders: number): Promise<readonly string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'desk-cost-'))
  const stateDir = join(directory, 'state')
  const options = { port: 0, backofficePort: 0, stateDir, sweepSeconds: 3_600 }
  try {
    await startLocalServer(options).then((server) => server.stop())
    const started = performance.now()
    fill(stateDir, { orders, merchants: 10_000 })
    console.log(`${orders} orders, filled in ${fixed((performance.now() - started) / 1000, 1)} s`)
    const server = await startLocalServer(options)
    try {
      return report(await costsOf(server.backofficeUrl))
    } finally {
      await server.stop()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function costsOf(url: string): Promise<readonly Cost[]> {
  // The first one asks nothing: it is the cost of the frame, and of the runtime itself.
  const lists = menuGroups.flatMap((group) => group.menu.map(({ to }) => to))
  const costs: Cost[] = []
  for (const page of ['/search', ...lists]) costs.push(await costOf(url, page))
  for (const page of lists.map((to) => `${to}?limit=200`)) {
    // Not every list has that many.
    if ((await fetch(url + page)).ok) costs.push(await costOf(url, page))
  }
  return costs
}

async function costOf(url: string, page: string): Promise<Cost> {
  for (let n = 0; n < warmUps; n += 1) await htmlOf(url, page)
  const workers = workerIds()
  const usedBy = () => workers.reduce((sum, pid) => sum + processorMs(pid), 0)
  const before = usedBy()
  let html = ''
  for (let n = 0; n < requests; n += 1) html = await htmlOf(url, page)
  return {
    page,
    rows: html.split('data-row').length - 1,
    kib: html.length / 1024,
    milliseconds: (usedBy() - before) / requests,
  }
}

async function htmlOf(url: string, page: string): Promise<string> {
  const answer = await fetch(url + page)
  if (!answer.ok) throw new Error(`${page} answered ${answer.status}`)
  return answer.text()
}

// The runtimes that this process has started.
function workerIds(): readonly number[] {
  const processes = allProcesses()
  const parents = new Map(processes.map(({ pid, fields }) => [pid, Number(fields[1])]))
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  const runtimes = processes.filter(({ name }) => name === 'workerd')
  return runtimes.map(({ pid }) => pid).filter(isOurs)
}

function report(costs: readonly Cost[]): readonly string[] {
  const load = loadavg().map((average) => fixed(average))
  console.log(`\nProcessor time of a page, mean of ${requests}, load average ${load.join(' ')}`)
  const rows = costs.map(({ page, rows: rowCount, kib, milliseconds }) => [
    page,
    String(rowCount),
    fixed(kib, 1),
    fixed(milliseconds, 1),
  ])
  console.log(tableOf(['page', 'rows', 'KiB', 'ms'], rows))
  return costs.filter((cost) => cost.milliseconds > millisecondsMax).map(({ page }) => page)
}

const over = await measureDesk(Number(process.argv[3] ?? 1_000_000))
if (over.length > 0) {
  console.error(`\nMore than ${millisecondsMax} ms: ${over.join(', ')}`)
  process.exitCode = 1
} else {
  console.log(`\nEvery page takes less than ${millisecondsMax} ms of processor time.`)
}
