import { expect } from 'vitest'
import type { Context } from '../../../src/context.ts'
import type { StatementFormat } from '../../../src/contract/back-office/banking/statement-format.ts'
import { statementOptions } from '../../../src/contract/back-office/banking/statements.ts'
import { postedTransaction } from '../../../src/contract/back-office/banking/transactions.ts'
import {
  importStatement,
  showImport,
} from '../../../src/operations/banking/imports/import-statement.ts'
import { undoImport } from '../../../src/operations/banking/imports/undo-import.ts'
import { postTransaction } from '../../../src/operations/banking/post-line.ts'
import type { Principal } from '../../../src/rules/people/principal.ts'
import { taipeiToSeconds } from '../../../src/units/taipei-time.ts'
import { aBankAccount } from './banking.ts'
import { aContext, operator, rows } from './service.ts'

/** The service token that posts to the accounts of `anAccountWithFeed`. */
export const feed: Principal = {
  name: 'service:made-up-bank',
  requestId: 'a-request',
  approval: null,
  role: 'feed',
}

/** Another one, of the same accounts, and a person who reads what a bank's page says. */
export const secondFeed: Principal = { ...feed, name: 'service:second-bank' }
export const byHand: Principal = { ...operator, name: 'hand@platform.example' }

/** A format with all columns, in UTF-8. */
export const format: StatementFormat = {
  encoding: 'utf-8',
  delimiter: ',',
  header_lines: 1,
  columns: {
    date: 'date',
    time: 'time',
    amount: 'amount',
    balance: 'balance',
    memo: 'memo',
    counterparty: 'from',
    name: 'name',
  },
  date_format: 'YYYY-MM-DD',
}

/** The same without balances. */
export const withoutBalances: StatementFormat = {
  ...format,
  columns: { date: 'date', time: 'time', amount: 'amount', memo: 'memo' },
}

/** An account whose statements are read by `format`, and that two feeds post to. */
export function anAccountWithFeed(statementFormat: StatementFormat = format): Promise<number> {
  return aBankAccount({ feeds: [feed.name, secondFeed.name], statementFormat })
}

/** A line as a bank knows it; dollars. */
export type BankLine = {
  /** `2026-11-20 10:00:00`, or its day alone. */
  readonly at: string
  readonly amount: number
  readonly memo?: string
  readonly from?: string
  readonly name?: string
}

/** The statement of lines, in the given order, with the balances that follow; a file by `format`. */
export function statementOf(lines: readonly BankLine[], opening = 1_000_000): string {
  return fileOf(rowsOfStatement(lines, opening))
}

/** The rows of a statement, each as its text. */
export function rowsOfStatement(lines: readonly BankLine[], opening = 1_000_000): string[] {
  let balance = opening
  return lines.map(({ at, amount, memo = '', from = '', name = '' }) => {
    balance += amount
    const [date, time = ''] = at.split(' ')
    return [date, time, amount, balance, memo, from, name].join(',')
  })
}

export function fileOf(statementRows: readonly string[]): string {
  return `date,time,amount,balance,memo,from,name\n${statementRows.map((row) => `${row}\n`).join('')}`
}

const context = aContext()

/** Imports a file, whosever lines it has, and waits until all is written. */
export async function importFile(
  accountId: number,
  file: string | Uint8Array,
  options: Record<string, string | undefined> = {},
  by = context,
) {
  const work: Promise<void>[] = []
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const { status, answer } = await importStatement({
    context: { ...by, later: (rest) => work.push(rest) },
    principal: operator,
    accountId,
    file: bytes,
    statementOptions: statementOptions.parse({ this_account: '1', ...options }),
  })
  await Promise.all(work)
  const imported = 'import_id' in answer ? await showImport(by, answer.import_id) : null
  return { status, answer, imported }
}

/** Takes back an import, and waits until that is done or cut off. */
export async function undo(importId: number, by = context) {
  const work: Promise<void>[] = []
  const answer = await undoImport({
    context: { ...by, later: (rest) => work.push(rest) },
    principal: operator,
    importId,
    reason: 'wrong file',
  })
  await Promise.all(work)
  return { answer, undone: await showImport(context, importId) }
}

let posted = 0

/** A line of the feed, or of another teller, for an account, posted. */
export function post(
  accountId: number,
  { at, amount, ...said }: BankLine & Posting,
  by: Context = context,
) {
  posted += 1
  const { memo, from, name, last5, balance, externalId = `F${posted}`, teller = feed } = said
  const call = postedTransaction.parse({
    bank_account: accountId,
    booked_at: at,
    amount,
    external_id: externalId,
    memo,
    counterparty_account: from,
    counterparty_name: name,
    counterparty_last5: last5,
    balance_after: balance,
  })
  return postTransaction(by, teller, call)
}

type Posting = {
  readonly externalId?: string
  readonly last5?: string
  readonly balance?: number
  readonly teller?: Principal
}

/** The transactions of an account, in the order of their booking. */
export function linesOf(accountId: number) {
  return rows<StoredRow>(
    'select * from bank_transactions where bank_account_id = ? order by booked_at, id',
    accountId,
  )
}

type StoredRow = {
  readonly id: number
  readonly booked_at: number
  readonly amount: number
  readonly source: string
  readonly external_id: string | null
  readonly confirmed_at: number | null
  readonly line_key: string | null
  readonly balance_after: number | null
  readonly counterparty_account: string
  readonly counterparty_last5: string
  readonly counterparty_name: string
  readonly memo: string
  readonly state: string
  readonly doubts: string | null
}

/** When an account's last line was booked, and what its lines brought in; what it says of its day is compared. */
export async function figuresOf(accountId: number) {
  const [account] = await rows<{ lastAt: number | null; received: number }>(
    'select last_transaction_at as lastAt, received from bank_accounts where id = ?',
    accountId,
  )
  const [lines] = await rows<{ received: number; ofDay: number }>(
    `select sum(amount) as received, sum(amount * (
       (booked_at + 28800) / 86400 = day and (bank_transactions.created_at + 28800) / 86400 = day
     )) as ofDay
     from bank_accounts join bank_transactions on bank_account_id = bank_accounts.id and amount > 0
     where bank_accounts.id = ?`,
    accountId,
  )
  expect(account?.received).toBe(lines?.ofDay ?? 0)
  return { lastAt: account?.lastAt ?? null, received: lines?.received ?? 0 }
}

export const seconds = (at: string) => taipeiToSeconds(at) ?? 0
