import type {
  AmountProblem,
  PurchaseState,
  PurchaseView,
  WaitState,
  WaitView,
} from '../../src/contract/links/member-page-views.ts'

export const token = 'AAAAvQ3kZ0123456789abcdefghij-_'
export const session = 'AAAAvQ3kZabcdefghijklmnopqrs-_9'

const account = {
  bankName: '臺灣銀行',
  bankCode: '004',
  accountNo: '004-123456789012',
  accountName: '王大明',
}
const payee = { name: '大安商行', supportUrl: 'https://shop.example/help' }
const receipt = {
  tradeNo: 'C0000000CY9J0123456789ABCDE',
  paidAmount: 300_000,
  paidAt: 1_795_229_967,
}

/** A wait page's view in a state. */
export function aPayment(state: WaitState, parts: Partial<WaitView> = {}): WaitView {
  const now = Math.floor(Date.now() / 1000)
  return {
    token,
    state,
    payee: state === 'unknown' ? null : payee,
    amount: 3000,
    receipt: state === 'paid' ? receipt : null,
    merchantOrderNo: 'TOPUP-20261121-0042',
    payerAccountLast5: '67890',
    account: state === 'transfer' ? account : null,
    report: state === 'transfer' ? { hasPaid: false, asksLast5: false, last5: null } : null,
    hadAccount: state !== 'waiting',
    returnUrl: 'https://shop.example/wallet?order=42',
    now,
    endsAt: state === 'expired' ? now - 60 : now + 1_471,
    ...parts,
  }
}

/** A purchase page's view in a state. */
export function aPurchase(state: PurchaseState, parts: Partial<PurchaseView> = {}): PurchaseView {
  const now = Math.floor(Date.now() / 1000)
  return {
    kind: 'purchase',
    id: 812_345_678_901,
    session,
    state,
    payee,
    merchantOrderNo: 'TOPUP-20261121-0042',
    payerAccountLast5: '67890',
    fixedAmounts: [500, 1000, 3000, 5000, 10000],
    allowCustom: true,
    customMin: 100,
    customMax: 50_000,
    refused: null,
    returnUrl: 'https://shop.example/wallet?order=42',
    now,
    endsAt: now + 1_471,
    ...parts,
  }
}

const refused = (text: string, problem: AmountProblem) => ({ refused: { text, problem } })

/** Texts of the longest length that the contract allows. */
const long = {
  merchantOrderNo: `${'ORDER-'.repeat(10)}0042`,
  payee: { name: '大安商行股份有限公司台灣分公司'.repeat(8), supportUrl: 'https://m.example/help' },
  returnUrl: `https://${'very-long-name.'.repeat(12)}example/`,
}
const amountMax = 9_999_999_999

/** Every state of the wait page. */
export const payments: Readonly<Record<string, WaitView>> = {
  waiting: aPayment('waiting'),
  transfer: aPayment('transfer'),
  transfer_asked: aPayment('transfer', {
    payerAccountLast5: '',
    report: { hasPaid: false, asksLast5: true, last5: null },
  }),
  transfer_said: aPayment('transfer', { report: { hasPaid: true, asksLast5: false, last5: null } }),
  review: aPayment('review'),
  checking: aPayment('checking'),
  paid: aPayment('paid'),
  paid_less: aPayment('paid', {
    amount: 5000,
    receipt: { ...receipt, paidAmount: 400_000 },
    payee: { name: '大安商行', supportUrl: '' },
    payerAccountLast5: '',
    returnUrl: '',
  }),
  paid_elsewhere: aPayment('paid_elsewhere'),
  expired: aPayment('expired'),
  expired_without_account: aPayment('expired', { hadAccount: false }),
  unknown: aPayment('unknown'),
  transfer_unknown_bank: aPayment('transfer', {
    account: { ...account, bankName: '大安信用部', bankCode: '', accountNo: '01234567890123' },
  }),
  transfer_long: aPayment('transfer', {
    ...long,
    amount: amountMax,
    account: {
      ...account,
      bankName: '國際商業儲蓄銀行'.repeat(15),
      accountNo: '0123456789'.repeat(8),
      accountName: '股份有限公司代收專戶'.repeat(12),
    },
  }),
  paid_long: aPayment('paid', {
    ...long,
    amount: amountMax,
    receipt: { ...receipt, paidAmount: 999_999_999_999 },
  }),
}

/** Every state of the purchase page. */
export const purchases: Readonly<Record<string, PurchaseView>> = {
  open: aPurchase('open'),
  open_fixed_only: aPurchase('open', { allowCustom: false }),
  open_custom_only: aPurchase('open', { fixedAmounts: [] }),
  refused_missing: aPurchase('open', refused('', 'missing')),
  refused_not_whole: aPurchase('open', refused('12.5', 'not_a_whole_number')),
  refused_not_allowed: aPurchase('open', refused('99', 'not_allowed')),
  refused_fixed: aPurchase('open', { allowCustom: false, ...refused('777', 'not_allowed') }),
  expired: aPurchase('expired'),
  paid_elsewhere: aPurchase('paid_elsewhere'),
  unavailable: aPurchase('unavailable'),
  open_long: aPurchase('open', {
    ...long,
    fixedAmounts: [1, 1_000_000_000, amountMax],
    customMin: amountMax - 1,
    customMax: amountMax,
  }),
}
