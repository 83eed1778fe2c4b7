import type { pricingCalls } from '../../contract/back-office/settlement/pricing.ts'
import {
  listPricing,
  setPricing,
  withdrawPricing,
} from '../../operations/settlement/manage-pricing.ts'
import type { Handlers } from './handlers.ts'

export const settlementHandlers: Handlers<keyof typeof pricingCalls> = {
  listPricing: ({ context, path, query }) => listPricing(context, path.uid, query),
  setPricing: ({ context, principal, path, body }) =>
    setPricing({ context, principal, uid: path.uid, change: body }),
  withdrawPricing: ({ context, principal, path }) =>
    withdrawPricing({ context, principal, uid: path.uid, number: path.version }),
}
