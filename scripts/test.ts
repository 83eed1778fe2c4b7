import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolCommand } from './checks/commands.ts'
import { runChecks } from './checks/run.ts'
import { root } from './local/environment.ts'

// All other arguments are vitest's: `npm test -- test/unit -t money`.
const onlyVitest = '--only-vitest'
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== onlyVitest)

await main()

async function main(): Promise<void> {
  const failedChecks = process.argv.includes(onlyVitest) ? [] : await runChecks()
  const { code, passed, failed } = await runVitest()
  if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(', ')}`)
  console.log(`${passed} passed, ${failed + failedChecks.length} failed`)
  process.exitCode = code === 0 && failedChecks.length + failed === 0 ? 0 : 1
}

type Totals = { passed: number; failed: number }

async function runVitest(): Promise<Totals & { code: number | null }> {
  const directory = await mkdtemp(join(tmpdir(), 'vitest-'))
  const report = join(directory, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const [file, ...args] = toolCommand('vitest/vitest.mjs', 'run', ...reporters, ...vitestArguments)
  const child = spawn(file, args, { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches vitest from the terminal; signals to this process alone are passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  const totals = await totalsOf(report, code)
  await rm(directory, { recursive: true, force: true })
  return { code, ...totals }
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
