import { join } from 'node:path'
import { runLongTest } from './checks/long-test.ts'
import { ensureInstalled } from './install.mjs'
import { root } from './local/environment.ts'

// `npm run test:client`
const runtimes = join(root, 'test', 'client', 'packages')
await ensureInstalled(runtimes, 'Node.js 20, Bun and Deno for tests', new AbortController().signal)
await runLongTest(
  'The packed client in an empty project, on each runtime: calls, refusals, callbacks, the ledger',
  'test/e2e/client-package.test.ts',
  {},
)
