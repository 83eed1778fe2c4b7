import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/environment.ts'

// Counts the lines of what is kept here, and fails above a limit: a feature raises its limit by name, in its commit.

type Part = {
  readonly name: string
  readonly folders: readonly string[]
  readonly counts: RegExp
  readonly linesMax: number
}

const parts: readonly Part[] = [
  {
    name: 'source, scripts, benchmarks, client and samples',
    folders: ['src', 'scripts', 'bench', 'client/src', 'samples'],
    // Neither data, nor what is generated.
    counts: /^(?!.*(?:tw-banks\.json|bundle|\.snap$))/,
    linesMax: 127_388,
  },
  { name: 'tests', folders: ['test'], counts: /\.(?:tsx?|m?js)$/, linesMax: 102_819 },
]

for (const { name, folders, counts, linesMax } of parts) {
  const files = execFileSync('git', ['-C', root, 'ls-files', '-z', ...folders], {
    encoding: 'utf8',
  })
  const lines = files
    .split('\0')
    .filter((file) => file !== '' && counts.test(file))
    .reduce((sum, file) => sum + linesOf(join(root, file)), 0)
  console.log(`${name}: ${lines} lines of ${linesMax}`)
  if (lines > linesMax) process.exitCode = 1
}

// As `wc -l` counts.
function linesOf(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1
}
