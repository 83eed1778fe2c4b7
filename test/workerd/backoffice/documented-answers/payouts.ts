import { expect } from 'vitest'
import { aPaidPayout, aPendingPayout, aSettled, aTransaction, done, notified, why } from './desk.ts'

export const payoutAnswers = {
  listPayouts: async () => {
    const { shop } = await aSettled()
    await aPendingPayout(shop)
    const { items } = await done('listPayouts', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  exportPayouts: async () => {
    const { shop } = await aSettled()
    const { trade_no } = await aPaidPayout(shop)
    const file = await done('exportPayouts', {}, { query: { merchant_uid: shop.uid } })
    expect(file).toContain(trade_no)
  },
  showPayout: async () => done('showPayout', await aPaidPayout()),
  notePayout: async () => {
    const path = await aPendingPayout()
    await done('notePayout', path, { body: { text: '銀行退件' } })
    await done('showPayout', path)
  },
  candidatesOfPayout: async () => {
    const path = await aPendingPayout()
    await aTransaction({ amount: -40 })
    const { items } = await done('candidatesOfPayout', path)
    expect(items.length).toBeGreaterThan(0)
  },
  takePayout: async () => done('takePayout', await aPendingPayout(), { body: {} }),
  releasePayout: async () => {
    const path = await aPendingPayout()
    await done('takePayout', path, { body: {} })
    await done('releasePayout', path)
  },
  processPayout: () => aPaidPayout(),
  cancelPayout: async () => {
    const path = await aPendingPayout(undefined, notified)
    await done('cancelPayout', path, { body: why })
    await done('showPayout', path)
  },
  backPayout: async () => {
    const path = await aPaidPayout()
    const { path: debit } = await aTransaction({ amount: -40 })
    await done('backPayout', path, { body: { bank_transactions: [Number(debit.id)] } })
    await done('showPayout', path)
  },
  reversePayout: async () => {
    const path = await aPaidPayout()
    await done('reversePayout', path, { body: { ...why, because: 'money_returned' } })
    await done('showPayout', path)
  },
}
