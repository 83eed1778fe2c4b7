import { expect } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import type { PricingChange } from '../../../src/contract/back-office/settlement/pricing.ts'
import { setPricing } from '../../../src/operations/settlement/manage-pricing.ts'
import { addSettlementAccount } from '../../../src/operations/settlement/manage-settlement-accounts.ts'
import { context, move } from './orders.ts'
import {
  aCollection,
  adjustShop,
  aMerchant,
  anId,
  operator,
  paths,
  post,
  type Shop,
} from './service.ts'

export const anAccountOf = (fields: object = {}) => ({
  bank_code: '004',
  account_no: anId().replace(/\D/g, '').padEnd(12, '7').slice(0, 12),
  holder_name: '大安商行',
  ...fields,
})

/** Sets a price; the clock of the one before is some seconds behind. */
export async function price({ uid }: Pick<Shop, 'uid'>, change: PricingChange, seconds = 0) {
  const at = { ...context, now: () => Date.now() + seconds * 1_000 }
  await setPricing({ context: at, principal: operator, uid, change })
}

export function addAccount({ uid }: Pick<Shop, 'uid'>, fields: object = {}) {
  const request = anAccountOf(fields)
  return addSettlementAccount({ context, principal: operator, uid, request })
}

/** A merchant with so many dollars available that are settled, and a settlement account. */
export async function aRichShop(dollars: number, change?: PricingChange) {
  const shop = await aMerchant()
  if (change !== undefined) await price(shop, change, -5)
  await addAccount(shop)
  if (dollars > 0) await give(shop, dollars)
  return shop
}

/** Gives a merchant money that no collection has credited. */
export function give({ uid }: Pick<Shop, 'uid'>, dollars: number) {
  const amount = dollars * 100
  return adjustShop(uid, { amount, bucket: 'available', reason: 'x', idempotency_key: anId() })
}

/** A settled collection of so many dollars. */
export async function collect(shop: Shop, dollars: number, by: MerchantContext = context) {
  const { tradeNo } = await aCollection(shop, { amount: dollars })
  await move.settle(tradeNo, {}, { context: by })
  return tradeNo
}

/** Asks for a withdrawal; the answer. */
export function ask(shop: Shop, amount: number | string, fields: object = {}) {
  return post(shop, paths.withdrawals, { serial_no: anId().slice(0, 40), amount, ...fields })
}

/** The same, which has to be placed; its data. */
export async function placed(shop: Shop, amount: number | string, fields: object = {}) {
  const { status, body } = await ask(shop, amount, fields)
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  return body.data
}
