import { collectionCreation } from '../../../src/contract/orders/collection-endpoints.ts'
import { payoutCreation } from '../../../src/contract/orders/payout-endpoints.ts'
import type { Evidence } from '../../../src/rules/banking/claim.ts'
import type { OrderEvidence } from '../../../src/rules/banking/order-claims.ts'
import { defaultSettings, type Merchant } from '../../../src/rules/merchants/merchant.ts'
import type { Maker } from '../../../src/rules/orders/order-step.ts'
import type { Collection, Order, Payout } from '../../../src/rules/orders/orders.ts'
import type { Decision, Step } from '../../../src/rules/orders/steps.ts'
import type { Actor } from '../../../src/rules/people/principal.ts'
import { freePricing, type Pricing } from '../../../src/rules/pricing/price.ts'
import type { PriceVersion } from '../../../src/rules/pricing/price-versions.ts'
import { sent } from '../contract/field-reading.ts'

export const now = 1_769_843_045

/** `now` as it is shown. */
export const nowShown = '2026-01-31 15:04:05'

export const operator: Actor = { name: 'olga@back.example', role: 'operator' }
export const agent: Actor = { name: 'amy@back.example', role: 'agent' }

/** The merchant of the examples, at work. */
export const asMerchant: Maker = { actor: { name: 'SHOP1', role: 'merchant' }, now }

export function aMerchant(changes: Partial<Merchant> = {}): Merchant {
  return {
    id: 7,
    uid: 'SHOP1',
    name: 'Shop',
    enabled: true,
    held: false,
    ipWhitelist: [],
    paymentAmounts: null,
    version: 3,
    ...defaultSettings,
    autoWithdrawnDay: 0,
    createdAt: now - 1000,
    extraBytesMax: 8_192,
    legacySignedAt: null,
    prices: [],
    settlementAccounts: [],
    seesFees: (changes.prices ?? changes.settlementAccounts ?? []).length > 0,
    ...changes,
  }
}

/** A merchant's first price, which holds since long ago. */
export function aPrice(changes: Partial<Pricing> = {}): PriceVersion {
  return {
    version: 1,
    pricing: { ...freePricing, ...changes },
    validFrom: 0,
    setAt: 0,
    setBy: operator.name,
    approvedBy: null,
    withdrawn: null,
  }
}

const leastCollection = collectionCreation.request.parse({
  orderid: sent.text('A1'),
  amount: sent.text('100.50'),
})

/** A request to create a collection with nothing but what it must have. */
export function aCollectionRequest(changes: Partial<typeof leastCollection> = {}) {
  return { ...leastCollection, ...changes }
}

/** A waiting collection; every text in it is different, so that none can stand for another. */
export function aCollection(changes: Partial<Collection> = {}): Collection {
  return {
    id: 424_242,
    merchantId: 7,
    tradeNo: 'C0000000CY9J0123456789ABCDE',
    orderid: 'A1',
    merchantOrderNo: 'M1',
    gatewayCode: 'gateway_c',
    channel: 'channel-x',
    currency: 'TWD',
    amount: 10_050,
    paidAmount: 0,
    status: 'pending',
    collectionStatus: 'pending',
    collectionAccountName: 'account name',
    collectionAccountNo: 'account no',
    collectionBankName: 'account bank',
    counterpartyAccount: 'payer account',
    memberBankName: 'payer bank',
    userId: 'user id',
    userName: 'user name',
    notifyUrl: 'https://shop.example/notify',
    returnUrl: 'https://shop.example/return',
    paidAt: null,
    extra: '',
    agent: '',
    reason: '',
    confirmation: 'none',
    bankAccountId: null,
    bankAccountDay: null,
    accountSince: null,
    expired: false,
    saidPaidAt: null,
    saidPaidTimes: 0,
    waitsInSlot: false,
    assignment: null,
    settledBy: null,
    proof: null,
    backed: null,
    last5: '',
    pricing: 0,
    creditedDay: null,
    fee: null,
    seq: 1,
    linkId: null,
    createdAt: now,
    ...changes,
  }
}

const leastPayout = payoutCreation.request.parse({
  serial_no: sent.text('P1'),
  amount: sent.text('100.50'),
  payee_name: sent.text('payee'),
})

/** A request to create a payout with nothing but what it must have. */
export function aPayoutRequest(changes: Partial<typeof leastPayout> = {}) {
  return { ...leastPayout, ...changes }
}

/** A waiting payout; every text in it is different, so that none can stand for another. */
export function aPayout(changes: Partial<Payout> = {}): Payout {
  return {
    id: 424_242,
    kind: null,
    tradeNo: 'P0000000CY9J0123456789ABCDE',
    merchantId: 7,
    serialNo: 'P1',
    merchantOrderNo: 'M1',
    channel: 'channel-x',
    amount: 10_050,
    actualAmount: 10_050,
    status: 'pending',
    payeeName: 'payee',
    payeeBank: 'payee bank',
    payeeAccount: 'payee account',
    paymentTag: 'tag',
    beneficiaryName: 'beneficiary',
    requestedAt: now - 60,
    processedAt: null,
    voucherNo: 'voucher',
    note: 'note',
    isDelayed: true,
    notifyUrl: 'https://shop.example/notify',
    reverseUrl: 'https://shop.example/reverse',
    extra: '',
    agent: '',
    reason: '',
    bankAccountId: null,
    backed: null,
    last5: '',
    pricing: 0,
    fee: null,
    seq: 4,
    createdAt: now,
    ...changes,
  }
}

/** What is known where a call names no transaction, and there is no bank account. */
export const nothingNamed: Evidence & OrderEvidence = {
  deposits: [],
  unknown: [],
  isElsewhere: false,
  account: null,
  hasAccounts: false,
  hasPayingAccount: false,
  expected: {
    amount: 10_050,
    bankAccountId: null,
    periods: [],
    last5: '',
    names: [],
    createdAt: now,
    until: now + 86_400,
    settledUnbacked: false,
  },
  rivals: null,
  isOwn: false,
  paying: [],
}

/** What a decision is about unless a test says more: no transaction is named, and an operator decides. */
export const plainCase = {
  merchant: aMerchant(),
  evidence: nothingNamed,
  maker: { actor: operator, now },
}

/** The fields of a request under the names that an order has for them. */
export function inOrderNames(request: object): Readonly<Record<string, unknown>> {
  const named = Object.entries(request).map(([name, value]) => {
    return [name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), value]
  })
  return Object.fromEntries(named)
}

/** The step of a decision. Throws where it is a refusal. */
export function stepOf<O extends Order>(decision: Decision<O>): Step<O> {
  if (decision.kind === 'refused') throw new Error(decision.refusal)
  return decision.step
}
