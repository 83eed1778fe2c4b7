import type { Context } from '../../context.ts'
import { toAmount } from '../../units/money.ts'
import { allContexts } from '../merchant-contexts.ts'

/** The deployment's facts for people at work: the merchants' address, and the rules for a second person. */
export function showService(context: Context) {
  const { baseUrl, approvals } = context.settings
  return {
    merchant_api: baseUrl?.origin ?? null,
    databases: allContexts(context).length,
    approvals: {
      on: approvals.on,
      from: approvals.from === null ? null : toAmount(approvals.from),
    },
  }
}
