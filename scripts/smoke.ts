import { runCommand } from './command/command-line.ts'
import { readCommand, type SmokeCommand } from './smoke/options.ts'
import { type CheckResult, runSmoke } from './smoke/run.ts'

// `npm run smoke -- --base-url https://…`: checks a deployment; exits with 1 if a check fails.

await runCommand(() => main(readCommand(process.argv.slice(2), process.env)))

async function main({ isJson, ...options }: SmokeCommand): Promise<void> {
  if (!isJson)
    console.log(
      `${options.baseUrl.origin} ${options.isPublic ? 'without a merchant' : `as ${options.uid}`} …`,
    )
  const report = await runSmoke({
    ...options,
    ...(isJson ? {} : { onResult: (result) => console.log(lineOf(result)) }),
  })
  process.exitCode = report.ok ? 0 : 1
  if (isJson) return console.log(JSON.stringify(report, null, 2))
  for (const order of report.leftBehind) console.log(`Left behind: ${order}.`)
  const count = (outcome: CheckResult['outcome']) =>
    report.checks.filter((check) => check.outcome === outcome).length
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped` +
      `${options.isWriting ? '' : '; nothing was written'}`,
  )
}

function lineOf({ name, outcome, ms, detail }: CheckResult): string {
  const mark = { passed: '✓', failed: '✗', skipped: '–' }[outcome]
  const duration = outcome === 'skipped' ? '' : `${ms} ms`
  return `${mark} ${name.padEnd(20)} ${duration.padStart(8)}  ${detail}`
}
