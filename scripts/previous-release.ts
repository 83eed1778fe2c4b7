import { root } from './local/environment.ts'
import { withProgress } from './progress.mjs'
import { Problem } from './provision/problem.ts'
import { previousRelease } from './release/history.ts'
import {
  checkOut,
  databaseTests,
  leftOut,
  type Outcome,
  type PreviousCode,
  runTests,
} from './release/previous-code.ts'

// `npm run test:previous-release [part of a path …]`: the previous release's tests on the migrations of today. What
// fails would break between the moment when a deployment has migrated and the moment when its code is everywhere.

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}

async function main(parts: readonly string[]): Promise<void> {
  const release = await previousRelease(root)
  const { name, date, commit } = release
  console.log(`The previous release is ${name} of ${date}, commit ${commit}.`)
  const code = await withProgress('Taking its code out of the history', () =>
    checkOut(root, release),
  )
  try {
    for (const said of code.stricter) console.error(`✗ On the migrations of today ${said}.`)
    for (const [file, reason] of Object.entries(leftOut))
      console.log(`Left out: ${file} ${reason}.`)
    const all = await databaseTests(code)
    const files = all.filter(
      (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
    )
    if (files.length === 0)
      throw new Problem(`No test of ${name} has ${parts.join(' or ')} in its path.`)
    console.log(`Its tests on today's migrations, ${files.length} of ${all.length} files …`)
    const { passed, failures } = await runTwice(code, files)
    if (failures.length > 0) {
      console.error(`\nWhat ${name} does would fail once this checkout's migrations are applied:\n`)
      for (const failure of failures) console.error(`✗ ${failure}\n`)
    }
    console.log(`${passed} passed, ${failures.length} failed: ${name} on the migrations of today.`)
    process.exitCode = failures.length + code.stricter.length === 0 && passed > 0 ? 0 : 1
  } finally {
    await code.remove()
  }
}

// The files of a run share processes, and with them what a process remembers. A file that fails among the others is
// run once more alone: what fails then is between the code and the schema.
async function runTwice(code: PreviousCode, files: readonly string[]): Promise<Outcome> {
  const together = await runTests(code, files, true)
  if (together.failures.length === 0 || files.length === 1) return together
  const { length: count } = together.failedFiles
  console.log(`\n${together.failures.length} tests failed: their ${count} files once more, alone …`)
  const failures: string[] = []
  const failedFiles: string[] = []
  for (const file of together.failedFiles) {
    const alone = await runTests(code, [file], true)
    if (alone.failures.length > 0) failedFiles.push(file)
    failures.push(...alone.failures)
  }
  return { passed: together.passed, failures, failedFiles }
}
