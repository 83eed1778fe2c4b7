import type { Context } from '../context.ts'
import { toAmount } from '../units/money.ts'
import { allContexts } from './merchant-contexts.ts'

/** What people at work have to know of the deployment: where merchants call, and what waits for a second person. */
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
