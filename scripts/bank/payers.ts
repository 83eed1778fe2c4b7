import { randomInt } from 'node:crypto'
import type { Answer } from '../demo/http.ts'
import { type BankLine, reportLine } from '../local/made-up-bank.ts'
import { mirrorToken, type PlayShop } from './play-shop.ts'

/** A kind of payer: its orders, and the lines that the bank reports. */
export type Payer = {
  readonly name: string
  /** Whether the service may settle its order without a person. */
  readonly maySettle: boolean
  readonly orders: number
  /** Reports the bank's lines, the deposit first. */
  readonly report: (
    shop: PlayShop,
    account: number,
    deposit: BankLine,
  ) => Promise<readonly FeedReport[]>
}

/** A reported line: how it repeats the deposit, and the back office's answer. */
type FeedReport = { readonly repetition: string; readonly answer: Answer }

const reportDeposit: Payer['report'] = async (shop, account, deposit) => [
  { repetition: '', answer: await reportLine(shop, account, deposit) },
]

const clean: Payer = { name: 'clean', maySettle: true, orders: 1, report: reportDeposit }

const others: readonly Payer[] = [
  { name: 'twins', maySettle: false, orders: 2, report: reportDeposit },
  {
    name: 'wrong digits',
    maySettle: false,
    orders: 1,
    report: (shop, account, deposit) =>
      reportDeposit(shop, account, {
        ...deposit,
        counterpartyAccount: deposit.counterpartyAccount.replace(/.$/, nextDigit),
      }),
  },
  {
    name: 'replay',
    maySettle: true,
    orders: 1,
    report: async (shop, account, deposit) => {
      const changed = { ...deposit, amount: deposit.amount + 1 }
      const mirrored = { ...deposit, externalId: `M-${deposit.externalId}`, feed: mirrorToken }
      return [
        ...(await reportDeposit(shop, account, deposit)),
        { repetition: 'the same again', answer: await reportLine(shop, account, deposit) },
        { repetition: 'with another amount', answer: await reportLine(shop, account, changed) },
        { repetition: 'by a second feed', answer: await reportLine(shop, account, mirrored) },
      ]
    },
  },
  {
    name: 'late',
    maySettle: false,
    orders: 1,
    report: (shop, account, deposit) => {
      const bookedAt = new Date(Date.now() + lateMs).toISOString()
      return reportDeposit(shop, account, { ...deposit, bookedAt })
    },
  },
]

// After the expiry of a link and its grace period.
const lateMs = 3 * 3_600_000

/** The payer at a place of the play: every second payer is clean. */
export function payerAt(place: number): Payer {
  return (place % 2 === 1 && others[(place >> 1) % others.length]) || clean
}

/** An amount and last digits that are unlikely to occur twice. */
export function randomPayment(): { readonly amount: number; readonly last5: string } {
  return { amount: randomInt(100, 1_000), last5: String(randomInt(100_000)).padStart(5, '0') }
}

export function accountNumberOf(last5: string): string {
  return `004-00777${last5}`
}

function nextDigit(digit: string): string {
  return String((Number(digit) + 1) % 10)
}
