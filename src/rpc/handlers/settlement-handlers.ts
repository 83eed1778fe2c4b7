import type { feeCalls } from '../../contract/back-office/settlement/fees.ts'
import type { pricingCalls } from '../../contract/back-office/settlement/pricing.ts'
import { exportFees, listFees } from '../../operations/settlement/list-fees.ts'
import {
  listPricing,
  setPricing,
  withdrawPricing,
} from '../../operations/settlement/manage-pricing.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const settlementHandlers: Handlers<keyof typeof pricingCalls | keyof typeof feeCalls> = {
  listPricing: ({ context, path, query }) => listPricing(context, path.uid, query),
  setPricing: ({ context, principal, path, body }) =>
    setPricing({ context, principal, uid: path.uid, change: body }),
  withdrawPricing: ({ context, principal, path }) =>
    withdrawPricing({ context, principal, uid: path.uid, number: path.version }),
  listFees: ({ context, query }) => listFees(context, query),
  exportFees: ({ context, principal, query, language }) => {
    const parts = exportFees(context, query, language)
    return csvStream({ context, principal, list: { name: 'fees', filters: query }, parts })
  },
}
