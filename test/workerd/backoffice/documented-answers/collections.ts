import { expect } from 'vitest'
import { anAmountLink } from '../../support/links.ts'
import { aMerchant, anId } from '../../support/service.ts'
import {
  aNotified,
  anAccount,
  anOrder,
  approved,
  aReady,
  aSettled,
  ask,
  aTransaction,
  done,
  why,
} from './desk.ts'

const inLabels = {
  collection_account_name: '行',
  collection_account_no: '1',
  collection_bank_name: '銀',
}

/** Collections, alone and many at once. */
export const collectionAnswers = {
  search: async () => {
    const { shop, path } = await aSettled({ merchant_order_no: anId() })
    const found = await done('search', {}, { query: { q: path.trade_no } })
    expect(found.items).toMatchObject([{ kind: 'collection', name: path.trade_no }])
    expect((await done('search', {}, { query: { q: shop.uid } })).items).toHaveLength(1)
  },
  listReady: async () => {
    const { account, trade_no } = await aReady()
    const { items, count } = await done('listReady', {}, { query: { bank_account: account } })
    expect([items.length, count, items[0].trade_no]).toEqual([1, 1, trade_no])
    const query = { bank_account: account, status: 'pending', deposits: '1' }
    const listed = await done('listCollections', {}, { query })
    expect(listed.items[0].deposits).toMatchObject({ exact: 1, possible: 0, sum: false })
  },
  settleCollections: async () => {
    const { account, trade_no } = await aReady()
    const { items: ready } = await done('listReady', {}, { query: { bank_account: account } })
    const item = { trade_no, bank_transactions: [ready[0].bank_transaction] }
    const body = { items: [item, { ...item, trade_no: (await aReady()).trade_no }] }
    const { items } = await done('settleCollections', {}, { body })
    expect(items).toMatchObject([{ outcome: 'settled' }, { held_by: trade_no }])
  },
  reassignCollections: async () => {
    const { account, trade_no } = await aReady()
    const { id: to } = await anAccount()
    const path = { id: account }
    const { items, more } = await done('reassignCollections', path, { body: { to } })
    expect([items, more]).toEqual([[{ trade_no, outcome: 'matched' }], false])
    const again = { body: { to, trade_nos: [trade_no] } }
    const moved = await done('reassignCollections', path, again)
    expect(moved.items).toMatchObject([{ outcome: 'order_moved' }])
  },
  listCollections: async () => {
    const shop = await aMerchant()
    await anAmountLink(shop)
    const { items } = await done('listCollections', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  exportCollections: async () => {
    const { shop, path } = await aSettled()
    const file = await done('exportCollections', {}, { query: { merchant_uid: shop.uid } })
    expect(file).toContain(path.trade_no)
  },
  showCollection: async () => {
    const { path } = await anOrder({ extra: '{"a":1}' })
    await done('takeCollection', path, { body: {} })
    await done('matchCollection', path, { body: { bank_account: (await anAccount()).id } })
    await done('reportException', path, { body: why })
    const body = { paid_amount: 101, override: ['amount'], manual: true, ...why }
    await done('settleCollection', path, { body })
    const { events } = await done('showCollection', path)
    const names = events.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['created', 'taken', 'matched', 'exception', 'settled'])
    const { attempts, callback, ledger } = await done('showCollection', (await aNotified()).path)
    expect([attempts.length, callback.attempts]).toEqual([1, 1])
    expect(ledger).toMatchObject([{ seq: 2, from: 'outside', to: 'available' }])
    const { trade_no } = await aReady({ auto: 'settle', auto_sources: ['feed'] }, '67892')
    const ofService = await done('showCollection', { trade_no })
    expect(ofService.events.at(-1)).toMatchObject({ name: 'settled', auto: { key: 'slot' } })
    const { path: inSlot } = await anOrder({ counterparty_account: '001-67891' })
    const { id } = await anAccount({ auto: 'assign' })
    await done('matchCollection', inSlot, { body: { bank_account: id } })
    await done('settleCollection', inSlot, { body: { manual: true, ...why } })
    expect(await done('showCollection', inSlot)).toMatchObject({ backed: false, slot: true })
  },
  memberPageOfCollection: async () => {
    const { trade_no } = await anAmountLink(await aMerchant())
    expect(await done('memberPageOfCollection', { trade_no })).toMatchObject({ state: 'waiting' })
    await done('matchCollection', { trade_no }, { body: { bank_account: (await anAccount()).id } })
    const { state, account } = await done('memberPageOfCollection', { trade_no })
    expect([state, account.bank_code]).toEqual(['transfer', '013'])
    await done('settleCollection', { trade_no }, { body: { manual: true, ...why } })
    const { receipt } = await done('memberPageOfCollection', { trade_no })
    expect(receipt).toMatchObject({ trade_no })
    expect((await ask('memberPageOfCollection', (await anOrder()).path)).status).toBe(404)
  },
  noteCollection: async () => {
    const { path } = await anOrder()
    await done('noteCollection', path, { body: { text: '會員來電' } })
    const { notes } = await done('showCollection', path)
    expect(notes).toMatchObject([{ text: '會員來電' }])
  },
  candidatesOfCollection: async () => {
    const { path: order } = await anOrder()
    const { account } = await aTransaction()
    await done('matchCollection', order, { body: { bank_account: account } })
    const { items } = await done('candidatesOfCollection', order)
    expect(items).toHaveLength(1)
  },
  takeCollection: async () => done('takeCollection', (await anOrder()).path, { body: {} }),
  releaseCollection: async () => {
    const { path } = await anOrder()
    await done('takeCollection', path, { body: {} })
    const other = await ask('takeCollection', path, { body: {}, by: 'cat@platform.example:agent' })
    expect(other.body).toMatchObject({ error: 'taken', taken_by: 'ann@platform.example' })
    await done('releaseCollection', path)
  },
  matchCollection: async () =>
    approved('matchCollection', (await anOrder()).path, { body: inLabels }),
  settleCollection: async () =>
    done('settleCollection', (await anOrder()).path, { body: { paid_at: '2026-01-31 15:04:05' } }),
  reportException: async () => done('reportException', (await anOrder()).path, { body: why }),
  confirmCollection: async () => {
    const declared = { status: 'succeeded', paid_amount: 100 }
    await done('confirmCollection', (await anOrder(declared)).path, { body: {} })
    const { path } = await anOrder(declared)
    await done('confirmCollection', path, { body: { accept: false, ...why } })
    await done('showCollection', path)
  },
  reverseCollection: async () => {
    const { path } = await aSettled()
    const body = { ...why, because: 'wrong_match' }
    expect(await done('reverseCollection', path, { body })).toHaveProperty('merchant_told')
    await done('showCollection', path)
  },
  backCollection: async () => {
    const { path } = await aSettled()
    const [first, second] = [await aTransaction(), await aTransaction()]
    const [one, other] = [first, second].map((transaction) => [Number(transaction.path.id)])
    const body = { bank_transactions: one, ...why }
    await done('backCollection', path, { body })
    const { status, body: taken } = await ask('backCollection', (await aSettled()).path, { body })
    expect([status, taken]).toMatchObject([409, { held_by: path.trade_no }])
    const exchange = { bank_transactions: other, instead_of: one, ...why }
    await approved('backCollection', path, { body: exchange })
    await done('showTransaction', second.path)
    await done('reverseCollection', path, { body: { ...why, because: 'wrong_match' } })
    const { events } = await done('showCollection', path)
    expect(events.at(-1)).toHaveProperty('freed')
  },
}
