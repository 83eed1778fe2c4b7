import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { exportCollections } from '../../../src/operations/export/export-lists.ts'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { interruptedD1, watchedBinding } from '../../support/watched.ts'
import {
  aPaidCollection,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { ann, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { aBankAccount, aTransaction } from '../support/banking.ts'
import { anAmountLink, aPlainLink, collectionsOf, linksOf } from '../support/links.ts'
import { aPayout, move, wrongMatch } from '../support/orders.ts'
import { aMerchant, rows, withDatabase } from '../support/service.ts'

beforeAll(() => endOthersWork())

// What the desk shows of an order, and does with it, is the same whether it is archived or not.

const wake = async () => undefined
let readObjects = 0
const archive = watchedBinding(env.ARCHIVE, (run, name) => {
  if (name === 'get') readObjects += 1
  return run()
})
const desk = () => withApprovals({ now: later().now, archive }, { from: 100 })

/** What the calls of the desk that read say of an order. */
async function readings(context: Context, shop: { uid: string }, order: PaidOrder) {
  const { trade_no: tradeNo, orderid, merchant_order_no: otherNo } = order
  const path = { trade_no: tradeNo }
  const merchant_uid = shop.uid
  const day = { from: order.at - 3_600, to: order.at + 3_600 }
  const list = async (name: string, query: object) => {
    const paging = { limit: 20, ...day, ...query }
    return (await boundedRead(ask(context, ann, name, {}, undefined, { query: paging }))).value
  }
  const search = async (q: string) => {
    const query = { q, limit: 20, merchant_uid }
    return (await boundedRead(ask(context, ann, 'search', {}, undefined, { query }))).value
  }
  return {
    page: (await boundedRead(ask(context, ann, 'showCollection', path))).value,
    callback: (await boundedRead(ask(context, ann, 'showCallback', { id: `cb_${tradeNo}` }))).value,
    candidates: (await boundedRead(ask(context, ann, 'candidatesOfCollection', path))).value,
    searches: [
      await search(tradeNo),
      await search(orderid),
      await search(otherNo),
      await search(`cb_${tradeNo}`),
    ],
    lists: [
      await list('listCollections', { merchant_uid }),
      await list('listCollections', { status: 'succeeded', limit: 1, merchant_uid }),
      await list('listCollections', { merchant_uid, orderid }),
      await list('listCollections', { merchant_uid, merchant_order_no: otherNo }),
      await list('listCollections', { status: 'pending', merchant_uid }),
      await list('listCollections', { order: 'oldest', merchant_uid }),
      await list('listPayouts', { merchant_uid }),
      await list('listPayouts', { status: 'cancelled', merchant_uid }),
      await list('listCallbacks', { merchant_uid }),
      await list('listCallbacks', { state: 'delivered', merchant_uid }),
      await list('listCallbacks', { failing: true, merchant_uid }),
    ],
    ledger: (
      await boundedRead(
        ask(context, ann, 'listLedger', { uid: merchant_uid }, undefined, { query: { limit: 20 } }),
      )
    ).value,
    csv: await csvOf(context, { merchant_uid, ...day }),
  }
}

type PaidOrder = Awaited<ReturnType<typeof aPaidCollection>> & { readonly at: number }

async function csvOf(context: Context, filter: Parameters<typeof exportCollections>[1]) {
  let text = ''
  for await (const part of exportCollections(context, filter, 'en')) text += part
  return text
}

/** What a call answers; of archived orders it reads a few objects. */
async function boundedRead<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const before = readObjects
  const value = await answer
  expect(readObjects - before).toBeLessThanOrEqual(objectsMax)
  return value
}

const objectsMax = 2

async function anOrder(shop: Awaited<ReturnType<typeof aMerchant>>): Promise<PaidOrder> {
  const numbers = { orderid: crypto.randomUUID(), merchant_order_no: crypto.randomUUID() }
  const order = await aPaidCollection(shop, { ...numbers, amount: 200 })
  return { ...order, ...numbers, at: Math.floor(Date.now() / 1000) }
}

test('what the desk reads of an order is the same once it is archived', async () => {
  const shop = await aMerchant()
  const first = await anOrder(shop)
  const order = await anOrder(shop)
  const payout = await aPayout(shop)
  await move.cancel(payout)
  const before = await readings(desk(), shop, order)
  expect(before.lists[0].items).toHaveLength(2)
  expect(before.ledger.items.length).toBeGreaterThan(1)
  await archiveAll()
  expect(await archivedIds()).toEqual(expect.arrayContaining([first.id, order.id]))
  expect(await readings(desk(), shop, order)).toEqual(before)
  const page = await ask(desk(), ann, 'showPayout', { trade_no: payout })
  expect(page.value).toMatchObject({ trade_no: payout, status: 'cancelled' })
})

test('a line of the bank says which archived order it pays', async () => {
  const shop = await aMerchant()
  const order = await anOrder(shop)
  const line = await aTransaction(await aBankAccount(), { amount: 20_000 })
  await rows(
    `update bank_transactions set state = 'claimed', order_id = ${order.id} where id = ${line}`,
  )
  await archiveAll()
  const shown = await ask(desk(), ann, 'showTransaction', { id: String(line) })
  expect(shown.value.trade_no).toBe(order.trade_no)
  const other = (await shop.create({ amount: 200 })).body.data
  const body = { bank_transactions: [line], manual: false, override: false }
  const settled = await ask(desk(), ann, 'settleCollection', { trade_no: other.trade_no }, body)
  expect(settled).toMatchObject({
    error: 'bank_transaction_taken',
    value: { held_by: order.trade_no },
  })
})

test('what the desk does with an archived order is what it does with any', async () => {
  const shops = [await aMerchant(), await aMerchant()] as const
  const archived = await anOrder(shops[0])
  await archiveAll()
  const twin = await anOrder(shops[1])
  expect(await archivedIds()).toContain(archived.id)
  const [told, ofTwin] = [await story(archived), await story(twin)]
  expect(told).toEqual(ofTwin)
  expect(told.at(-1)).toMatchObject({ value: { status: 'manual' } })
})

// Each answer of a story, without what is an order's own.
async function story(order: PaidOrder) {
  const path = { trade_no: order.trade_no }
  const callback = { id: `cb_${order.trade_no}` }
  const reversal = { reason: 'x', because: 'wrong_match', bank_transactions: [], override: false }
  const settlement = { manual: false, override: false }
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  const act = async (name: string, where: Readonly<Record<string, string>>, body?: unknown) => {
    const answer = await boundedRead(ask(desk(), ann, name, where, body))
    answers.push(answer)
    const id = answer.value.approval_id
    if (id !== undefined) answers.push(await boundedRead(approve(desk(), ben, id)))
  }
  await act('noteCollection', path, { text: 'a note' })
  await act('settleCollection', path, settlement)
  await act('resendCallback', callback)
  await act('reverseCollection', path, reversal)
  await act('showCollection', path)
  await act('settleCollection', path, settlement)
  await act('showCollection', path)
  return JSON.parse(masked(JSON.stringify(answers)))
}

// Numbers, times and ids of one order for those of another.
function masked(text: string): string {
  return text
    .replace(/"M[0-9a-f]{8}-[0-9a-f]{3}"/g, '"U"')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'N')
    .replace(/[CP][0-9A-HJKMNP-TV-Z]{26}/g, 'C')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'T')
    .replace(/"(id|approval_id|order_id|duration_ms)":\d+/g, '"$1":0')
}

test('a link’s order that an archived one has paid is paid again by override alone, reversed or not', async () => {
  const shop = await aMerchant()
  const notify_url = 'https://m.example/n'
  const { trade_no: paid, merchant_order_no } = await anAmountLink(shop, { notify_url })
  await submitPurchase(later(0), await aPlainLink(shop, { merchant_order_no }), '3000')
  const [other] = (await collectionsOf(shop)).filter(({ trade_no }) => trade_no !== paid)
  const tradeNo = other?.trade_no ?? ''
  await paidAndDelivered(paid)
  await archiveAll()
  expect(await linksOf(shop)).toMatchObject([{ kind: 'plain', state: 'closed' }])
  await move.settle(tradeNo, { override: ['already_paid'] })
  await move.reverse(tradeNo)
  await expect(move.settle(tradeNo)).rejects.toMatchObject({ code: 'already_paid' })
})

test('of two moves of an archived order at once one has its effect', async () => {
  const shop = await aMerchant()
  const order = await anOrder(shop)
  await archiveAll()
  const by = { context: later(40, { wake }) }
  const moves = [1, 2].map(() => move.reverse(order.trade_no, wrongMatch, by))
  const ended = await Promise.allSettled(moves)
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await eventsAndEntries(order.id)).toEqual(['settled 1', 'reversed 1'])
})

test('a move while the order leaves is made once, on the order that is back', async () => {
  const shop = await aMerchant()
  const order = await anOrder(shop)
  const context = later(40, { wake })
  const by = { context: leavingAtCommit(context) }
  const moved = await move.reverse(order.trade_no, wrongMatch, by)
  expect(moved.status).toBe('pending')
  expect(await eventsAndEntries(order.id)).toEqual(['settled 1', 'reversed 1'])
  expect(await archivedIds()).not.toContain(order.id)
})

test('an order that moves while its object is written stays', async () => {
  const shop = await aMerchant()
  const order = await anOrder(shop)
  const context = later(40, { wake })
  const bucket = context.archive as R2Bucket
  let reversing = false
  const get = async (name: string) => {
    if (!reversing) {
      reversing = true
      await move.reverse(order.trade_no, wrongMatch, { context })
    }
    return bucket.get(name)
  }
  const archive = { put: bucket.put.bind(bucket), get, delete: bucket.delete.bind(bucket) }
  const run = await archiveAll({ ...context, archive: archive as unknown as R2Bucket })
  expect(run.changed).toBeGreaterThan(0)
  expect(await eventsAndEntries(order.id)).toEqual(['settled 1', 'reversed 1'])
})

/** The context whose first move finds that everything final has left when it is to be written. */
function leavingAtCommit(context: MerchantContext): MerchantContext {
  let left = false
  const hooked = interruptedD1(context.db.$client, /^\s*insert into events/i, async () => {
    if (left) return
    left = true
    await archiveAll(context)
  })
  return withDatabase(context, openMerchantDatabase(hooked))
}

async function eventsAndEntries(orderId: number) {
  const found = await rows<{ name: string; entries: number }>(
    `select name, (
       select count(*) > 0 from ledger_entries
       where ledger_entries.order_id = events.order_id and ledger_entries.seq = events.seq
     ) as entries
     from events where order_id = ${orderId} order by seq`,
  )
  return found.map(({ name, entries }) => `${name} ${entries}`)
}
