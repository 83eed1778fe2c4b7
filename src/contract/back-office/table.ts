import { bankAccountCalls } from './banking/accounts.ts'
import { manyOrdersCalls } from './banking/many-orders.ts'
import { statementCalls } from './banking/statements.ts'
import { transactionCalls } from './banking/transactions.ts'
import { bridgeCalls } from './bridge.ts'
import type { AnswerValue, Call } from './call.ts'
import { callbackCalls } from './callbacks.ts'
import { adjustmentCalls } from './merchants/adjustments.ts'
import { erasureCalls } from './merchants/erasures.ts'
import { holdCalls } from './merchants/holds.ts'
import { ledgerCalls } from './merchants/ledger.ts'
import { merchantCalls } from './merchants/merchants.ts'
import { paymentAmountCalls } from './merchants/payment-amounts.ts'
import { collectionCalls } from './orders/collection-calls.ts'
import { payoutCalls } from './orders/payout-calls.ts'
import { peopleCalls } from './people.ts'
import { productCalls } from './products.ts'
import { searchCalls } from './search.ts'
import { alarmCalls } from './service/alarms.ts'
import { autoCalls } from './service/auto.ts'
import { bookCalls } from './service/books.ts'
import { deploymentCalls } from './service/deployment.ts'
import { maintenanceCalls } from './service/maintenance.ts'
import { overviewCalls } from './service/overview.ts'
import { feeCalls } from './settlement/fees.ts'
import { merchantStatementCalls } from './settlement/merchant-statements.ts'
import { pricingCalls } from './settlement/pricing.ts'
import { withdrawalCalls } from './settlement/withdrawals.ts'

/** Every call of the back office (decisions §9). */
export const calls = {
  ...overviewCalls,
  ...autoCalls,
  ...maintenanceCalls,
  ...deploymentCalls,
  ...alarmCalls,
  ...bookCalls,
  ...searchCalls,
  ...manyOrdersCalls,
  ...collectionCalls,
  ...payoutCalls,
  ...callbackCalls,
  ...bankAccountCalls,
  ...transactionCalls,
  ...statementCalls,
  ...merchantCalls,
  ...paymentAmountCalls,
  ...ledgerCalls,
  ...adjustmentCalls,
  ...pricingCalls,
  ...feeCalls,
  ...withdrawalCalls,
  ...merchantStatementCalls,
  ...holdCalls,
  ...erasureCalls,
  ...productCalls,
  ...peopleCalls,
  ...bridgeCalls,
} satisfies Readonly<Record<string, Call>>

export type CallName = keyof typeof calls

/** The answer of a call by its name. */
export type AnswerOf<Name extends CallName> = AnswerValue<(typeof calls)[Name]['answer']>

/** Its answers with other statuses. */
export type OtherAnswerOf<Name extends CallName> = (typeof calls)[Name] extends {
  readonly also: readonly { readonly answer: infer Also }[]
}
  ? AnswerValue<Also>
  : never

export type CallEntry = { readonly name: CallName; readonly call: Call }

export const namedCalls: readonly CallEntry[] = Object.entries<Call>(calls).map(([name, call]) => {
  return { name: name as CallName, call }
})

/** Whether a text is the name of a call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

/** A call by its name, or undefined. */
export function callNamed(name: string): Call | undefined {
  return isCallName(name) ? calls[name] : undefined
}
