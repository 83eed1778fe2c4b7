import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Problem } from '../../scripts/command/problem.ts'
import { root } from '../../scripts/local/environment.ts'
import { git, previousRelease } from '../../scripts/release/history.ts'
import { checkOut, type Outcome, runTests } from '../../scripts/release/previous-code.ts'

// A deployment migrates its databases first: until the new code is everywhere, the release before it runs on them.
// `npm run long -- previous-release` runs all of that release's tests.

// That its tests fail, too, is looked at by `npm run long -- broken-migration`.
const isLong = process.env.PREVIOUS_RELEASE === 'on a broken migration'

// Together they write every table: calls of the back office with an answer each, the closing of a day, deliveries, a
// member's page, and money that comes back.
const short = [
  'backoffice/documented-answers',
  'accounts/closed-days',
  'callbacks/callback-groups',
  'links/purchase-page',
  'orders/reverse-payout',
].map((name) => `test/workerd/${name}.test.ts`)

test('the previous release works on the schema of today', async ({ skip }) => {
  const commit =
    (await recordedCommit()) ?? skip('none is recorded, or it is not in the history here')
  const { passed, failures, stricter } = await outcomeOf(commit, short)
  expect(stricter).toEqual([])
  expect(failures).toEqual([])
  expect(passed).toBeGreaterThan(100)
})

test('a migration that renames what the previous release writes is found', async ({ skip }) => {
  // Where none is recorded yet, what is checked out stands for it.
  const commit =
    (await recordedCommit()) ?? (await headCommit()) ?? skip('there is no history here')
  const migrations = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(join(root, 'migrations'), migrations, { recursive: true })
    const renames = 'alter table products rename column sku to stock_keeping_unit;\n'
    await writeFile(join(migrations, '9999_breaks.sql'), renames)
    const file = isLong ? ['test/workerd/catalogue/catalogue.test.ts'] : []
    const { failures, stricter } = await outcomeOf(commit, file, migrations)
    expect(stricter).toContain('dropped: products.sku is text')
    const told = failures.map(({ message }) => message).join('\n')
    expect(told).toMatch(isLong ? /no (?:such )?column.*sku/ : '')
  } finally {
    await rm(migrations, { recursive: true })
  }
})

const nothing: Outcome = { passed: 0, failures: [] }

async function outcomeOf(
  commit: string,
  files: readonly string[],
  migrations?: string,
): Promise<Outcome & { stricter: readonly string[] }> {
  const code = await checkOut(root, commit, migrations)
  try {
    const outcome = files.length === 0 ? nothing : await runTests(code, files, false)
    return { ...outcome, stricter: code.stricter }
  } finally {
    await code.remove()
  }
}

// Null where none is recorded, and in an archive or a shallow clone.
async function recordedCommit(): Promise<string | null> {
  try {
    return existsSync(join(root, '.git')) ? ((await previousRelease(root))?.commit ?? null) : null
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

async function headCommit(): Promise<string | null> {
  return existsSync(join(root, '.git')) ? git(root, 'rev-parse', 'HEAD') : null
}
