import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { commit } from '../../../src/store/database.ts'
import { insertLink } from '../../../src/store/links/payment-links.ts'
import { findMerchant } from '../../../src/store/merchants/merchants.ts'
import { appendEvent, balanceOf, balancesOf, bookEvent } from '../../../src/store/orders/booking.ts'
import { collectionTable } from '../../../src/store/orders/collections.ts'
import { payoutTable } from '../../../src/store/orders/payouts.ts'
import {
  collections,
  events,
  ledgerEntries,
  paymentLinks,
  payouts,
} from '../../../src/store/schema.ts'
import { rowsOf } from '../../../src/store/sql-text.ts'
import { aContext, aMerchant } from '../support/service.ts'

// Inserts name their columns: each stores a value of its own in every column of the typed view, so that none can be
// forgotten, nor two be swapped.

const { db } = aContext()
let merchant: NonNullable<Awaited<ReturnType<typeof findMerchant>>>['merchant']

beforeAll(async () => {
  const { uid } = await aMerchant()
  const found = await findMerchant(db, uid)
  if (found === null) throw new Error('the merchant is gone')
  merchant = found.merchant
})

type RowOf<T extends { $inferSelect: object }> = Required<Omit<T['$inferSelect'], 'refused'>>

const aCollection = (): RowOf<typeof collections> => ({
  id: 1_000_002,
  merchantId: merchant.id,
  tradeNo: `'?' "null`,
  orderid: 'orderid-1',
  merchantOrderNo: 'its own',
  gatewayCode: 'gateway_c',
  channel: '轉帳',
  currency: 'TWD',
  amount: 100,
  paidAmount: 99,
  status: 'manual',
  collectionStatus: 'matched',
  collectionAccountName: 'account name',
  collectionAccountNo: 'account number',
  collectionBankName: 'bank name',
  counterpartyAccount: 'counterparty',
  memberBankName: 'member’s bank',
  userId: 'user id',
  userName: '王小明',
  notifyUrl: 'notify',
  returnUrl: 'return',
  paidAt: 1_700_000_001,
  extra: '{"a":"?1"}',
  agent: 'agent',
  confirmation: 'accepted',
  reason: 'reason',
  bankAccountId: 32,
  bankAccountDay: 19_000,
  accountSince: 1_700_000_002_000,
  backed: true,
  last5: '67890',
  pricing: 2,
  creditedDay: 20_001,
  fee: 17,
  expired: true,
  // No creation writes them.
  saidPaidAt: null,
  saidPaidTimes: 0,
  waitsInSlot: false,
  proof: null,
  assignment: 'due',
  settledBy: 'person',
  seq: 3,
  createdAt: 1_700_000_000,
  linkId: 64,
})

const aPayout = (): RowOf<typeof payouts> => ({
  id: 1_000_003,
  kind: 'withdrawal',
  merchantId: merchant.id,
  tradeNo: 'trade number',
  serialNo: 'serial-1',
  merchantOrderNo: 'its own',
  channel: '代付',
  amount: 100,
  actualAmount: 99,
  status: 'processed',
  payeeName: 'payee',
  payeeBank: 'bank',
  payeeAccount: 'account',
  paymentTag: 'tag',
  beneficiaryName: 'beneficiary',
  requestedAt: 1_700_000_001,
  processedAt: 1_700_000_002,
  voucherNo: 'voucher',
  note: 'note',
  isDelayed: true,
  notifyUrl: 'notify',
  reverseUrl: 'reverse',
  extra: '{}',
  agent: 'agent',
  reason: 'reason',
  bankAccountId: 32,
  backed: false,
  last5: '67890',
  pricing: 2,
  fee: 17,
  seq: 3,
  createdAt: 1_700_000_000,
})

const aLink = (): RowOf<typeof paymentLinks> => ({
  id: 1_000_004,
  merchantId: merchant.id,
  kind: 'amount',
  merchantOrderNo: 'link-1',
  content: {
    channel: 'channel',
    merchantOrderNo: 'link-1',
    amount: 1,
    memberNo: 'member',
    memberName: '',
    memberAccount: '',
    memberPhone: '',
    memberEmail: '',
    payerName: '',
    payerBankName: '',
    payerBankCode: '',
    payerAccountNo: '',
    payerAccountLast5: '',
    notifyUrl: '',
    returnUrl: '',
    extra: '',
  },
  state: 'open',
  session: 'session',
  token: 'token',
  collectionId: aCollection().id,
  waitExpiresAt: 1_700_000_001,
  expiresAt: 1_700_000_002,
  replacedBy: 7,
  createdAt: 1_700_000_000,
  endsAt: 1_700_000_003,
  sentAmount: 98,
  reversedAt: 1_700_000_004,
})

test('an order is stored as it is, and so is a link', async () => {
  const written = [
    collectionTable.insert(aCollection(), merchant, null),
    payoutTable.insert(aPayout(), merchant, null),
  ] as const
  expect(await commit(db, [...written, insertLink(merchant, aLink(), null)])).toBe('committed')
  expect(await db.select().from(collections).where(eq(collections.id, aCollection().id))).toEqual([
    { ...aCollection(), refused: null },
  ])
  expect(await db.select().from(payouts).where(eq(payouts.id, aPayout().id))).toEqual([
    { ...aPayout(), refused: null },
  ])
  expect(await db.select().from(paymentLinks).where(eq(paymentLinks.id, aLink().id))).toEqual([
    { ...aLink(), refused: null },
  ])
})

test('a lookup reads every column of what was stored', async () => {
  const ref = { kind: 'collection' as const, id: aCollection().id, tradeNo: aCollection().tradeNo }
  expect(await collectionTable.find(db, merchant, { ref })).toEqual({
    kind: 'collection',
    order: { ...aCollection(), refused: null },
    callback: null,
    accountState: null,
  })
})

test('nulls and empty texts are stored as such', async () => {
  const collection: RowOf<typeof collections> = {
    ...aCollection(),
    id: 1_000_006,
    orderid: 'orderid-2',
    status: 'pending',
    confirmation: 'none',
    paidAmount: 0,
    extra: '',
    paidAt: null,
    linkId: null,
    backed: null,
    bankAccountId: null,
    bankAccountDay: null,
    accountSince: null,
  }
  expect(await commit(db, [collectionTable.insert(collection, merchant, null)])).toBe('committed')
  expect(await db.select().from(collections).where(eq(collections.id, collection.id))).toEqual([
    { ...collection, refused: null },
  ])
})

test('an event, its entries and every sum of a balance are stored as they are', async () => {
  const event = {
    orderId: aCollection().id,
    seq: 3,
    from: 'pending/matched',
    to: 'manual/matched',
    actor: 'actor',
    at: 1_700_000_000,
    fact: { name: 'released', agent: 'x' },
  } as const
  const entry = { from: 'outside', to: 'available', amount: 99, fee: 7 } as const
  const tallies = [
    'collectionPending',
    'collectionSucceeded',
    'collectionManual',
    'payoutPending',
    'payoutProcessed',
    'payoutCancelled',
  ] as const
  const posting = {
    merchantId: merchant.id,
    channel: 'channel',
    event,
    kind: 'collection' as const,
    entries: [entry],
    changes: { available: 1, frozen: 2, unconfirmed: 3, fees: 6 },
    sums: { collections: 7, payouts: 8, returned: 9, withdrawn: 21, corrections: 22, fees: 6 },
    tallies: tallies.map((tally, n) => ({ tally, count: 10 + n, amount: 100 + n })),
    credit: { day: 19_670, amount: 8 },
    unbacked: 4,
    keptBytes: 5,
  }
  const [first, ...more] = bookEvent(posting)
  if (first === undefined) throw new Error('nothing is booked')
  expect(await commit(db, [first, ...more, appendEvent(event, merchant, null)])).toBe('committed')
  expect(await db.select().from(events).where(eq(events.orderId, event.orderId))).toEqual([
    { ...event, name: 'released', refused: null },
  ])
  const { orderId, seq, at } = event
  expect(
    await db.select().from(ledgerEntries).where(eq(ledgerEntries.merchantId, merchant.id)),
  ).toEqual([
    {
      ...entry,
      merchantId: merchant.id,
      channel: 'channel',
      orderId,
      seq,
      at,
      number: 1,
      kind: 'collection',
      statement: 1,
    },
  ])
  const sums = (times: number) => ({
    merchantId: merchant.id,
    channel: 'channel',
    day: 19_676,
    keptBytes: 5 * times,
    available: times,
    frozen: 2 * times,
    unconfirmed: 3 * times,
    unbackedCount: 4 * times,
    collectionFees: 6 * times,
    payoutFees: 0,
    withdrawalFees: 0,
    correctedFees: 0,
    movedCollections: 7 * times,
    movedPayouts: 8 * times,
    movedReturned: 9 * times,
    movedWithdrawn: 21 * times,
    movedCorrections: 22 * times,
    credits: { 19670: 8 * times },
    ...Object.fromEntries(
      tallies.flatMap((tally, n) => [
        [`${tally}Count`, (10 + n) * times],
        [`${tally}Amount`, (100 + n) * times],
      ]),
    ),
    refused: null,
  })
  const storedBalances = async () => {
    const [rows] = await rowsOf(db, [balancesOf({ merchantId: merchant.id })] as const)
    return rows.map(balanceOf)
  }
  expect(await storedBalances()).toEqual([sums(1)])
  expect(await commit(db, [first, ...more].slice(-1) as [typeof first])).toBe('committed')
  expect(await storedBalances()).toEqual([sums(2)])
})
