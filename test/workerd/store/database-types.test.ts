import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { commit, openMerchantDatabase, openPlatformDatabase } from '../../../src/store/database.ts'
import { addToDirectory, findDatabaseOf } from '../../../src/store/merchants/directory.ts'
import { changeMerchant, findMerchant } from '../../../src/store/merchants/merchants.ts'

// The types keep merchants' records and the platform's apart: each line below `@ts-expect-error` must not compile, which
// the type check tests. None of the calls is made.

const merchantDb = openMerchantDatabase(env.DB)
const platformDb = openPlatformDatabase(env.DB)
const seen = { id: 1, version: 1 }
const entering = addToDirectory(platformDb, 'M', 0)
const changing = changeMerchant(merchantDb, seen, { name: 'x' })

const mistakes = [
  // @ts-expect-error a merchant is not read from the platform's database
  () => findMerchant(platformDb, 'M'),
  // @ts-expect-error nor is a change of it written there
  () => commit(platformDb, [changing]),
  // @ts-expect-error nor prepared for it
  () => changeMerchant(platformDb, seen, { name: 'x' }),
  // @ts-expect-error the directory is not read from a merchant's database
  () => findDatabaseOf(merchantDb, 'M'),
  // @ts-expect-error nor is an entry of it written there
  () => commit(merchantDb, [entering]),
  // @ts-expect-error nor do both kinds go into one batch
  () => commit(merchantDb, [changing, entering]),
  // @ts-expect-error a context that belongs to no merchant has no database of a merchant
  (context: Context) => findMerchant(context.db, 'M'),
  // @ts-expect-error nor is it a merchant's context
  (context: Context): MerchantContext => context,
]

test('none of the mistakes compiles', () => {
  expect(mistakes).toHaveLength(8)
})

test('what compiles writes to the right database', async () => {
  expect(await commit(merchantDb, [changing])).toBe('committed')
  expect(await commit(platformDb, [addToDirectory(platformDb, `M${crypto.randomUUID()}`, 0)])).toBe(
    'committed',
  )
})
