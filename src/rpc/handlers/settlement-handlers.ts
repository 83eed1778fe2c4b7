import type { feeCalls } from '../../contract/back-office/settlement/fees.ts'
import type { merchantStatementCalls } from '../../contract/back-office/settlement/merchant-statements.ts'
import type { pricingCalls } from '../../contract/back-office/settlement/pricing.ts'
import type { withdrawalCalls } from '../../contract/back-office/settlement/withdrawals.ts'
import { exportFees, listFees } from '../../operations/settlement/list-fees.ts'
import {
  listPricing,
  setPricing,
  withdrawPricing,
} from '../../operations/settlement/manage-pricing.ts'
import {
  addSettlementAccount,
  listSettlementAccounts,
  removeSettlementAccount,
} from '../../operations/settlement/manage-settlement-accounts.ts'
import {
  exportStatement,
  listStatements,
  showStatement,
} from '../../operations/settlement/statements.ts'
import { withdrawFor } from '../../operations/settlement/withdraw.ts'
import { csvStream } from '../csv-stream.ts'
import type { Handlers } from './handlers.ts'

export const settlementHandlers: Handlers<
  | keyof typeof pricingCalls
  | keyof typeof feeCalls
  | keyof typeof withdrawalCalls
  | keyof typeof merchantStatementCalls
> = {
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
  listSettlementAccounts: ({ context, path }) => listSettlementAccounts(context, path.uid),
  addSettlementAccount: ({ context, principal, path, body }) =>
    addSettlementAccount({ context, principal, uid: path.uid, request: body }),
  removeSettlementAccount: ({ context, principal, path }) =>
    removeSettlementAccount({ context, principal, uid: path.uid, id: path.id }),
  withdraw: ({ context, principal, path, body }) =>
    withdrawFor({ context, principal, uid: path.uid, call: body }),
  listMerchantStatements: ({ context, path, query }) => listStatements(context, path.uid, query),
  showMerchantStatement: ({ context, path }) =>
    showStatement(context, path.uid, Number(path.number)),
  exportMerchantStatement: async ({ context, principal, path, language }) => {
    const [uid, number] = [path.uid, Number.parseInt(path.number, 10)]
    const parts = await exportStatement({ context, uid, number, language })
    const list = { name: 'statement', filters: { merchant_uid: uid, number } }
    return csvStream({ context, principal, list, parts })
  },
}
