import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './local/environment.ts'
import { runLongTest } from './long/run-tests.ts'
import { judges, longTests } from './long/tests.ts'

// `npm run long -- <name> [arguments]`: a test in full length, or a judge that is no test.

const [name = '', ...args] = process.argv.slice(2)
const test = Object.hasOwn(longTests, name) ? longTests[name] : undefined
const judge = Object.hasOwn(judges, name) ? judges[name] : undefined
if (test !== undefined) {
  if (name === 'client') {
    const runtimes = join(root, 'test', 'client', 'packages')
    await ensureInstalled({
      root: runtimes,
      what: 'Node.js 20, Bun and Deno',
      quit: new AbortController().signal,
    })
  }
  await runLongTest(test(...args))
} else if (judge !== undefined) {
  await judge.run()
} else {
  const tests = Object.entries(longTests).map(([key, test]) => [key, test().title] as const)
  const others = Object.entries(judges).map(([key, { title }]) => [key, title] as const)
  const list = [...tests, ...others].toSorted().map(([key, title]) => `${key.padEnd(18)} ${title}`)
  console.error(`Which one? npm run long -- <name> [arguments]\n${list.join('\n')}`)
  process.exitCode = 1
}
