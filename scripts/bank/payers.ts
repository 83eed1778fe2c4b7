import { randomInt } from 'node:crypto'
import type { Answer } from '../demo/http.ts'
import { type BankLine, reportLine } from '../local/made-up-bank.ts'
import { mirrorToken, type PlayShop } from './play-shop.ts'

/** A played payer: its orders, and the lines that the bank reports. */
export type Payer = {
  readonly name: string
  /** Whether the service may settle its order without a person. */
  readonly maySettle: boolean
  readonly orders: number
  /** Tells the bank's lines of the order, its deposit first. */
  readonly tells: (
    shop: PlayShop,
    account: number,
    deposit: BankLine,
  ) => Promise<readonly FeedAnswer[]>
}

/** A posted line, and the back office's answer. */
type FeedAnswer = { readonly how: string; readonly answer: Answer }

const alone: Payer['tells'] = async (shop, account, deposit) => [
  { how: '', answer: await reportLine(shop, account, deposit) },
]

const clean: Payer = { name: 'clean', maySettle: true, orders: 1, tells: alone }

const others: readonly Payer[] = [
  { name: 'twins', maySettle: false, orders: 2, tells: alone },
  {
    name: 'wrong digits',
    maySettle: false,
    orders: 1,
    tells: (shop, account, deposit) =>
      alone(shop, account, {
        ...deposit,
        counterpartyAccount: deposit.counterpartyAccount.replace(/.$/, nextDigit),
      }),
  },
  {
    name: 'replay',
    maySettle: true,
    orders: 1,
    tells: async (shop, account, deposit) => {
      const other = { ...deposit, amount: deposit.amount + 1 }
      const mirrored = { ...deposit, externalId: `M-${deposit.externalId}` }
      const byMirror = () => reportLine(shop, account, mirrored, mirrorToken)
      return [
        ...(await alone(shop, account, deposit)),
        { how: 'the same again', answer: await reportLine(shop, account, deposit) },
        { how: 'with another amount', answer: await reportLine(shop, account, other) },
        { how: 'by a second feed', answer: await byMirror() },
      ]
    },
  },
  {
    name: 'late',
    maySettle: false,
    orders: 1,
    tells: (shop, account, deposit) =>
      alone(shop, account, { ...deposit, bookedAt: new Date(Date.now() + lateMs).toISOString() }),
  },
]

// After the end of a link and its grace.
const lateMs = 3 * 3_600_000

/** The payers in turn: every second one is clean. */
export function payerAt(place: number): Payer {
  return (place % 2 === 1 && others[(place >> 1) % others.length]) || clean
}

/** An amount and an account that no other payer is likely to have. */
export function somePayment(): { readonly amount: number; readonly last5: string } {
  return { amount: randomInt(100, 1_000), last5: someDigits() }
}

/** The account of a payer, by its last digits. */
export function accountOf(last5: string): string {
  return `004-00777${last5}`
}

function nextDigit(digit: string): string {
  return String((Number(digit) + 1) % 10)
}

function someDigits(): string {
  return String(randomInt(100_000)).padStart(5, '0')
}
