import { runChecks } from './checks/run.ts'

const failed = await runChecks()
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
