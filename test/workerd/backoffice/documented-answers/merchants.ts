import { expect } from 'vitest'
import { aMerchant, anId } from '../../support/service.ts'
import { aPaidPayout, aPendingPayout, approved, aSettled, done, why } from './desk.ts'

async function aProduct() {
  const body = { sku: anId().slice(0, 60), name: '點數', currency: 'HKD', price_hkd_cents: 100 }
  return { id: String((await done('createProduct', {}, { body })).id) }
}

export async function aHold() {
  const body = { account_no: anId(), ...why }
  return { id: String((await done('placeHold', {}, { body })).id) }
}

async function anErasure() {
  const { uid } = await aMerchant()
  return approved('eraseMember', {}, { body: { merchant_uid: uid, user_id: 'U1', ...why } })
}

async function aRotation() {
  const { uid } = await aMerchant()
  await approved('rotateSecret', { uid }, { body: {} })
  return { uid }
}

/** Merchants, their amounts, ledgers, products, holds and erasures. */
export const merchantAnswers = {
  createMerchant: async () => {
    const body = () => ({ uid: `M${anId().slice(2, 14)}`, name: '商店' })
    await done('createMerchant', {}, { body: body() })
    await approved('createMerchant', {}, { body: { ...body(), settings: { trusted: true } } })
  },
  listMerchants: () => done('listMerchants', {}, { query: { limit: '2', balances: '1' } }),
  showMerchant: async () => done('showMerchant', await aRotation()),
  patchMerchant: async () => {
    const { uid } = await aMerchant()
    const display = { name: '大安', support_url: 'https://m.example/help' }
    await done('patchMerchant', { uid }, { body: { ip_whitelist: ['10.0.0.1'] } })
    const body = { ip_whitelist: [], settings: { display } }
    await approved('patchMerchant', { uid }, { body })
  },
  rotateSecret: aRotation,
  setPaymentAmounts: async () => {
    const { uid } = await aMerchant()
    const body = { fixed_amounts: [100], allow_custom: true, custom_min: 1, custom_max: 5 }
    await done('setPaymentAmounts', { uid }, { body })
  },
  showPaymentAmounts: async () => done('showPaymentAmounts', { uid: (await aMerchant()).uid }),
  showBalance: async () => {
    const { shop } = await aSettled()
    await aPendingPayout(shop)
    await done('showBalance', { uid: shop.uid })
  },
  listLedger: async () => {
    const { shop, path } = await aSettled()
    await aPaidPayout(shop)
    const body = { bucket: 'available', amount: -1.5, ...why, idempotency_key: 'k', ...path }
    await done('adjustBalance', { uid: shop.uid }, { body })
    const { items } = await done('listLedger', { uid: shop.uid })
    expect(items.length).toBeGreaterThan(2)
  },
  exportLedger: async () => {
    const { uid } = (await aSettled()).shop
    expect(await done('exportLedger', { uid })).toContain('available')
  },
  adjustBalance: async () => {
    const { uid } = await aMerchant()
    const body = { bucket: 'frozen', amount: '200000', ...why, idempotency_key: 'k' }
    await approved('adjustBalance', { uid }, { body })
  },
  listProducts: () => aProduct().then(() => done('listProducts')),
  createProduct: aProduct,
  showProduct: async () => done('showProduct', await aProduct()),
  patchProduct: async () => done('patchProduct', await aProduct(), { body: { name: '新' } }),
  removeProduct: async () => done('removeProduct', await aProduct()),
  placeHold: async () => {
    const { uid } = await aMerchant()
    await done('placeHold', {}, { body: { merchant_uid: uid, ...why, case_no: 'A1' } })
    await done('showMerchant', { uid })
  },
  listHolds: () => aHold().then(() => done('listHolds')),
  liftHold: async () => approved('liftHold', await aHold(), { body: why }),
  eraseMember: anErasure,
  showErasure: async () => done('showErasure', { id: String((await anErasure()).id) }),
}
