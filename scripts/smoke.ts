import { runCommand } from './command/command-line.ts'
import { readCommand, type SmokeCommand } from './smoke/options.ts'
import { type CheckResult, runSmoke } from './smoke/run.ts'

// `npm run smoke -- --base-url https://…`: looks at a deployment; exits with 1 when something is wrong.

await runCommand(() => main(readCommand(process.argv.slice(2), process.env)))

async function main({ isJson, ...options }: SmokeCommand): Promise<void> {
  if (!isJson)
    console.log(`${options.baseUrl.origin} as ${options.isPublic ? 'anybody' : options.uid} …`)
  const report = await runSmoke({
    ...options,
    ...(isJson ? {} : { tell: (result) => console.log(lineOf(result)) }),
  })
  process.exitCode = report.ok ? 0 : 1
  if (isJson) return console.log(JSON.stringify(report, null, 2))
  for (const left of report.leftBehind) console.log(`Left behind: ${left}.`)
  const count = (outcome: CheckResult['outcome']) =>
    report.checks.filter((check) => check.outcome === outcome).length
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped` +
      `${options.isWriting ? '' : '; nothing was written'}`,
  )
}

function lineOf({ name, outcome, ms, said }: CheckResult): string {
  const mark = { passed: '✓', failed: '✗', skipped: '–' }[outcome]
  const took = outcome === 'skipped' ? '' : `${ms} ms`
  return `${mark} ${name.padEnd(20)} ${took.padStart(8)}  ${said}`
}
