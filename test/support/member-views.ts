import type {
  AmountProblem,
  PurchaseState,
  PurchaseView,
  WaitState,
  WaitView,
} from '../../src/contract/links/member-page-views.ts'

export const token = 'AAAAvQ3kZ0123456789abcdefghij-_'
export const session = 'AAAAvQ3kZabcdefghijklmnopqrs-_9'

const account = { bankName: '臺灣銀行', accountNo: '004-123456789012', accountName: '王大明' }

/** A wait page's view in a state. */
export function aPayment(state: WaitState, parts: Partial<WaitView> = {}): WaitView {
  const now = Math.floor(Date.now() / 1000)
  const isOver = state === 'checking' || state === 'expired'
  return {
    token,
    state,
    amount: 3000,
    paidAmount: state === 'paid' ? 300_000 : null,
    merchantOrderNo: 'TOPUP-20261121-0042',
    payerAccountLast5: '67890',
    account: state === 'transfer' ? account : null,
    returnUrl: 'https://shop.example/wallet?order=42',
    now,
    endsAt: isOver ? now - 60 : now + 1_471,
    ...parts,
  }
}

/** A purchase page's view in a state. */
export function aPurchase(state: PurchaseState, parts: Partial<PurchaseView> = {}): PurchaseView {
  const now = Math.floor(Date.now() / 1000)
  return {
    id: 812_345_678_901,
    session,
    state,
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

const refused = (given: string, problem: AmountProblem) => ({ refused: { given, problem } })

/** Texts of the longest length that the contract allows. */
const longOrderNo = `${'ORDER-'.repeat(10)}0042`
const long = {
  merchantOrderNo: longOrderNo,
  returnUrl: `https://${'very-long-name.'.repeat(12)}example/`,
}

/** Every state of the wait page. */
export const payments: Readonly<Record<string, WaitView>> = {
  waiting: aPayment('waiting'),
  transfer: aPayment('transfer'),
  review: aPayment('review'),
  checking: aPayment('checking'),
  paid: aPayment('paid'),
  paid_less: aPayment('paid', { paidAmount: 299_950, payerAccountLast5: '', returnUrl: '' }),
  paid_elsewhere: aPayment('paid_elsewhere'),
  expired: aPayment('expired'),
  unknown: aPayment('unknown'),
  transfer_long: aPayment('transfer', {
    ...long,
    account: {
      bankName: '國際商業儲蓄銀行'.repeat(15),
      accountNo: '0123456789'.repeat(8),
      accountName: '股份有限公司代收專戶'.repeat(12),
    },
  }),
  paid_long: aPayment('paid', long),
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
  open_long: aPurchase('open', { ...long, fixedAmounts: [1, 1_000_000_000, 9_999_999_999] }),
}
