import { spawnSync } from 'node:child_process'
import { toolCommand } from './checks/commands.ts'
import { root } from './local/environment.ts'

// `npm run test:walk [operations]`: the random walk over money in its full length; `npm test` takes a short one.

const operations = process.argv[2] ?? '10000'
console.log(`A random walk of ${operations} operations, then the books are recomputed …`)
const started = performance.now()
const [file, ...args] = toolCommand('vitest/vitest.mjs', 'run', 'test/workerd/money-walk.test.ts')
const env = { ...process.env, WALK_OPERATIONS: operations }
const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', env })
console.log(`It took ${Math.round((performance.now() - started) / 1000)} s.`)
process.exitCode = status ?? 1
