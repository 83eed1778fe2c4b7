import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Collection } from '../../../src/rules/orders/orders.ts'
import { commit } from '../../../src/store/database.ts'
import { insertCollection } from '../../../src/store/orders/collections.ts'
import { collections } from '../../../src/store/schema.ts'
import { aContext, aMerchant, anId, rows } from '../support/service.ts'

const { db } = aContext()

// The fields that a merchant may leave out, with a text that has a meaning in SQL.
const text = fc.constantFrom('', '', `'?' "null`, '王小明')
const moment = fc.constantFrom(null, 0, 1_700_000_000)
const leftOut = fc.record({
  collectionAccountName: text,
  collectionAccountNo: text,
  collectionBankName: text,
  counterpartyAccount: text,
  memberBankName: text,
  userId: text,
  userName: text,
  notifyUrl: text,
  returnUrl: text,
  channel: text,
  extra: text,
  agent: text,
  paidAt: moment,
})

type LeftOut = Pick<
  Collection,
  | 'collectionAccountName'
  | 'collectionAccountNo'
  | 'collectionBankName'
  | 'counterpartyAccount'
  | 'memberBankName'
  | 'userId'
  | 'userName'
  | 'notifyUrl'
  | 'returnUrl'
  | 'channel'
  | 'extra'
  | 'agent'
  | 'paidAt'
>

let lastId = 1_000_000
let merchantId = 0

beforeAll(async () => {
  const { uid } = await aMerchant()
  const [{ id } = { id: 0 }] = await rows<{ id: number }>(
    'select id from merchants where uid = ?',
    uid,
  )
  merchantId = id
})

function aCollection(given: LeftOut): Collection {
  lastId += 2
  return {
    ...given,
    id: lastId,
    merchantId,
    linkId: null,
    tradeNo: anId(),
    orderid: anId(),
    merchantOrderNo: '1',
    gatewayCode: 'gateway_c',
    currency: 'TWD',
    amount: 100,
    paidAmount: 0,
    status: 'pending',
    collectionStatus: 'pending',
    confirmation: 'none',
    reason: '',
    bankAccountId: null,
    bankAccountDay: null,
    accountSince: null,
    backed: null,
    last5: '67890',
    seq: 1,
    createdAt: 1_700_000_000,
  }
}

test('a row is stored as it was given, whichever of its values are empty', async () => {
  await fc.assert(
    fc.asyncProperty(leftOut, async (given) => {
      const collection = aCollection(given)
      expect(await commit(db, [insertCollection(db, collection)])).toBe('committed')
      const where = eq(collections.id, collection.id)
      const stored = await db.select().from(collections).where(where).get()
      expect(stored).toEqual({ ...collection, refused: null })
    }),
    { numRuns: 200 },
  )
})

test('the statement is the same, whichever values are empty', () => {
  const empty = {
    ...{ collectionAccountName: '', collectionAccountNo: '', collectionBankName: '' },
    ...{ counterpartyAccount: '', memberBankName: '', userId: '', userName: '', notifyUrl: '' },
    ...{ returnUrl: '', channel: '', extra: '', agent: '', paidAt: null },
  }
  const one = insertCollection(db, aCollection(empty)).toSQL()
  const given = { ...empty, userName: '王小明', paidAt: 1 }
  const other = insertCollection(db, aCollection(given)).toSQL()
  expect(other.sql).toBe(one.sql)
  expect(other.params).not.toEqual(one.params)
  expect(one.params.length).toBe(one.sql.split('?').length - 1)
})
