import { runCommand } from '../command/command-line.ts'
import { root } from '../local/environment.ts'
import { withProgress } from '../progress.mjs'
import { previousRelease } from '../release/history.ts'
import { checkOut, runTests } from '../release/previous-code.ts'

// `npm run long -- previous-release [part of a path …]`: the previous release's tests on the migrations of today. What
// fails would break between the moment when a deployment has migrated and the moment when its code is everywhere.

await runCommand(() => main(process.argv.slice(3)))

async function main(parts: readonly string[]): Promise<void> {
  const release = await previousRelease(root)
  if (release === null) {
    console.log(
      'No release before this code is recorded: there is nothing that has to run on its migrations.',
    )
    return
  }
  const { name, date, commit } = release
  console.log(`The previous release is ${name} of ${date}, commit ${commit}.`)
  const code = await withProgress('Checking it out', () => checkOut(root, commit))
  try {
    for (const sentence of code.stricter)
      console.error(`✗ On the migrations of today: ${sentence}.`)
    const { passed, failures } = await runTests(code, parts, true)
    // The files of a run share processes, and with them what a process remembers: one that failed is run once more alone.
    const again = []
    for (const { file } of failures) again.push(...(await runTests(code, [file], true)).failures)
    for (const { message } of again) console.error(`\n✗ ${message}`)
    console.log(
      `\n${passed} tests passed, ${again.length} files failed: ${name} on the migrations of today.`,
    )
    process.exitCode = again.length + code.stricter.length === 0 && passed > 0 ? 0 : 1
  } finally {
    await code.remove()
  }
}
