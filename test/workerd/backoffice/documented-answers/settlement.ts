import { expect } from 'vitest'
import { secondsToTaipei } from '../../../../src/units/taipei-time.ts'
import { aMerchant, anId } from '../../support/service.ts'
import { approved, aSettled, ask, done } from './desk.ts'

async function withAccount({ uid }: { readonly uid: string }) {
  const body = { bank_code: '004', account_no: '12345678901', holder_name: '大安' }
  await approved('addSettlementAccount', { uid }, { body })
  return { uid }
}

/** Prices, fees, withdrawals and statements of merchants. */
export const settlementAnswers = {
  listPricing: async () => {
    const { uid } = await aMerchant()
    await approved('setPricing', { uid }, { body: { collection: { rate_ppm: 15_000 } } })
    await done('listPricing', { uid })
  },
  setPricing: async () => {
    const { uid } = await aMerchant()
    const body = { payout: { fixed: 3, max: 10 }, fee_on_reversal: 'keep' }
    await approved('setPricing', { uid }, { body })
  },
  withdrawPricing: async () => {
    const { uid } = await aMerchant()
    const valid_from = secondsToTaipei(Math.floor(Date.now() / 1000) + 86_400)
    await approved('setPricing', { uid }, { body: { valid_from } })
    await approved('withdrawPricing', { uid, version: '1' })
  },
  listFees: async () => {
    const { uid } = await aMerchant()
    await approved('setPricing', { uid }, { body: { collection: { fixed: 3 } } })
    const correction = { amount: 5, bucket: 'fees', reason: 'x', idempotency_key: anId() }
    await done('adjustBalance', { uid }, { body: correction })
    const { items } = await done('listFees', {}, { query: { merchant_uid: uid } })
    expect(items).toMatchObject([{ uid, corrections: -5, total: -5 }])
  },
  exportFees: async () => {
    expect(await done('exportFees')).toContain('收入合計')
  },
  addSettlementAccount: async () => withAccount(await aMerchant()),
  listSettlementAccounts: async () =>
    done('listSettlementAccounts', await withAccount(await aMerchant())),
  removeSettlementAccount: async () => {
    const { uid } = await withAccount(await aMerchant())
    const { items } = await done('listSettlementAccounts', { uid })
    await approved('removeSettlementAccount', { uid, id: String(items[0].id) })
  },
  withdraw: async () => {
    const { uid } = await withAccount((await aSettled()).shop)
    const all = { body: { serial_no: 'W1', amount: 'all' } }
    await approved('withdraw', { uid }, all)
    expect((await ask('withdraw', { uid }, all)).body.error).toBe('duplicate_serial_no')
  },
  listMerchantStatements: async () => {
    const { shop } = await aSettled()
    const { items } = await done('listMerchantStatements', { uid: shop.uid })
    expect(items).toMatchObject([{ number: 1, state: 'open' }])
  },
  showMerchantStatement: async () =>
    done('showMerchantStatement', { uid: (await aSettled()).shop.uid, number: '1' }),
  exportMerchantStatement: async () => {
    const { shop } = await aSettled()
    const text = await done('exportMerchantStatement', { uid: shop.uid, number: '1.csv' })
    expect(text).toContain('available')
  },
}
