import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toolCommand } from './checks/commands.ts'
import { keptLogFolder, readKept } from './checks/kept-log.ts'
import { scanLog } from './checks/log-scan.ts'
import { runChecks } from './checks/run.ts'
import { root } from './local/environment.ts'
import { quickFolder } from './local/quick-folder.ts'

// `npm test` makes all checks and runs all tests, `npm test -- money -t text` tests alone, `npm test -- unit money` those
// of one project. Other arguments are vitest's.
const projects = ['cost', 'unit', 'workerd', 'e2e', 'desk', 'browser', 'faults']
const testArguments = process.argv.slice(2)
const [first = '', ...others] = testArguments
const vitestArguments = projects.includes(first) ? ['--project', first, ...others] : testArguments

const shownMax = 20

/** The room that the databases of a whole run and a browser need. */
const databasesBytes = 6 * 1024 ** 3

await main()

async function main(): Promise<void> {
  const failedChecks = testArguments.length > 0 ? [] : await runChecks()
  const { code, passed, failed } = await runVitest()
  if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(', ')}`)
  console.log(`${passed} passed, ${failed + failedChecks.length} failed`)
  process.exitCode = code === 0 && failedChecks.length + failed === 0 ? 0 : 1
}

type Totals = { passed: number; failed: number }

async function runVitest(): Promise<Totals & { code: number | null }> {
  const directory = await mkdtemp(join(await quickFolder(databasesBytes), 'vitest-'))
  const report = join(directory, 'report.json')
  const logs = join(directory, 'logs')
  await mkdir(logs)
  const standard = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const own = ['log', 'stall'].map((name) => `--reporter=./scripts/checks/${name}-reporter.ts`)
  const reporters = [...standard, ...own]
  const [file, ...args] = toolCommand('vitest/vitest.mjs', 'run', ...reporters, ...vitestArguments)
  // Tools of many megabytes, above all wrangler, are compiled once for the many processes that load them.
  const NODE_COMPILE_CACHE = join(directory, 'compiled')
  const env = { ...process.env, TMPDIR: directory, NODE_COMPILE_CACHE, [keptLogFolder]: logs }
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', env })
  // Ctrl-C reaches vitest from the terminal; signals to this process alone are passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  const totals = await totalsOf(report, code)
  const leaks = reportScan(await readKept(logs))
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  return { code, ...totals, failed: totals.failed + leaks }
}

/** Prints the Workers' log of all tests, and returns the number of its forbidden lines. */
function reportScan(text: string): number {
  const { lines, events, wrong } = scanLog(text)
  const counted = [...events].sort(([, one], [, other]) => other - one)
  const counts = counted.map(([event, count]) => `${event} ${count}`).join(', ')
  console.log(`${lines} lines of the log were looked through: ${counts}`)
  for (const line of wrong.slice(0, shownMax)) console.log(`✗ in the log: ${line}`)
  if (wrong.length > 0) console.log(`${wrong.length} lines have what no log may have`)
  return wrong.length
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

async function totalsOf(path: string, code: number | null): Promise<Totals> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 1 }
  const report: Report = JSON.parse(text)
  // A file that does not load has no tests, and counts as one failure.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed }
}
