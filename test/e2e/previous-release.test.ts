import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/local/environment.ts'
import type { Release } from '../../scripts/release/change-log.ts'
import { NoPreviousRelease, previousRelease } from '../../scripts/release/history.ts'
import {
  checkOut,
  type Outcome,
  type PreviousCode,
  runTests,
} from '../../scripts/release/previous-code.ts'

// A deployment migrates its databases first: until the new code is everywhere, the release before it runs on them.
// `npm run test:previous-release` runs all of that release's tests.

// Together they write every table: calls of the back office with an answer
// each, the closing of a day, deliveries, a member’s page, and money that comes back.
const short = [
  'backoffice/documented-answers',
  'accounts/close-ledger-days',
  'callbacks/callback-groups',
  'links/purchase-page',
  'orders/reverse-payout',
].map((name) => `test/workerd/${name}.test.ts`)

test('the previous release works on the schema of today', async () => {
  const release = await previous()
  if (release === null) return
  const { passed, failures, stricter } = await outcomeOf(release, short)
  expect(stricter).toEqual([])
  expect(failures).toEqual([])
  expect(passed).toBeGreaterThan(100)
})

test('a migration that renames what the previous release writes is found', async () => {
  const release = await previous()
  if (release === null) return
  const migrations = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(join(root, 'migrations'), migrations, { recursive: true })
    const renames = 'alter table products rename column sku to stock_keeping_unit;\n'
    await writeFile(join(migrations, '9999_breaks.sql'), renames)
    const file = ['test/workerd/catalogue/catalogue.test.ts']
    const { failures, stricter } = await outcomeOf(release, file, migrations)
    expect(stricter).toContain('products.sku is gone')
    expect(failures.join('\n')).toMatch(/no (?:such )?column.*sku/)
  } finally {
    await rm(migrations, { recursive: true })
  }
})

async function outcomeOf(
  release: Release,
  files: readonly string[],
  migrations?: string,
): Promise<Outcome & Pick<PreviousCode, 'stricter'>> {
  const code = await checkOut(root, release, migrations)
  try {
    return { ...(await runTests(code, files, false)), stricter: code.stricter }
  } finally {
    await code.remove()
  }
}

// Null in an archive or a shallow clone, which `npm test` says and goes on.
async function previous(): Promise<Release | null> {
  try {
    return await previousRelease(root)
  } catch (error) {
    if (!(error instanceof NoPreviousRelease)) throw error
    process.stderr.write(`The previous release's tests did not run. ${error.message}\n`)
    return null
  }
}
