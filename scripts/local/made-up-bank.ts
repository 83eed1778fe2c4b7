// A fictitious bank: it reports lines of an account to the back office's feed, and makes the account's statement.
import { doubtLabels } from '../../src/backoffice/desk/labels/auto-labels.ts'
import type { Doubt } from '../../src/contract/back-office/states.ts'
import { type Answer, type Body, sendExpecting, sendRequest } from '../demo/http.ts'
import { until } from '../demo/story.ts'
import { bankToken } from './demo-accounts.ts'

/** A line of the account's statement. The amount is in TWD, positive for a deposit. */
export type BankLine = {
  readonly amount: number
  readonly externalId: string
  readonly counterpartyAccount: string
  readonly counterpartyName: string
  readonly memo: string
  /** By default the current time. */
  readonly bookedAt?: string
  /** The service token of the feed that reports the line; by default the bank's. */
  readonly feed?: string
}

type LocalBackOffice = { readonly backofficeUrl: string }

/** Reports a line to the feed and returns the transaction. Throws an error for a refusal. */
export async function postLine(
  backOffice: LocalBackOffice,
  account: number,
  line: BankLine,
): Promise<Body> {
  const { status, body } = await reportLine(backOffice, account, line)
  if (status === 201) return body
  throw new Error(`the line ${line.externalId} was answered ${status}: ${JSON.stringify(body)}`)
}

/** Reports a line to the feed and returns the answer, which may be a refusal. */
export function reportLine(
  { backofficeUrl }: LocalBackOffice,
  account: number,
  line: BankLine,
): Promise<Answer> {
  const fields = {
    bank_account: account,
    booked_at: line.bookedAt ?? new Date().toISOString(),
    amount: line.amount,
    external_id: line.externalId,
    counterparty_account: line.counterpartyAccount,
    counterparty_name: line.counterpartyName,
    memo: line.memo,
  }
  const url = `${backofficeUrl}/api/bank-transactions`
  const actor = `${line.feed ?? bankToken}:feed`
  return sendRequest({ method: 'POST', url, json: JSON.stringify(fields), actor })
}

/** Imports the account's statement of `statementOf`, and returns the finished import. */
export async function importStatement(
  { backofficeUrl }: LocalBackOffice,
  account: number,
  opening: number,
): Promise<Body> {
  const response = await fetch(`${backofficeUrl}/api/bank-accounts/${account}/statements`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: await statementOf({ backofficeUrl }, account, opening),
  })
  const answer: Body = await response.json()
  if (response.status !== 202) {
    throw new Error(`the statement was answered ${response.status}: ${JSON.stringify(answer)}`)
  }
  return until(
    () => read({ backofficeUrl }, `imports/${answer.import_id}`),
    ({ state }) => state === 'done',
  )
}

export function read({ backofficeUrl }: LocalBackOffice, path: string): Promise<Body> {
  return sendExpecting(200, { method: 'GET', url: `${backofficeUrl}/api/${path}` })
}

/**
 * The account's statement, oldest line first, in the built-in format `demo_utf8`. It has the lines that the feed has
 * reported; the balance begins at `opening`.
 */
export async function statementOf(
  { backofficeUrl }: LocalBackOffice,
  account: number,
  opening: number,
): Promise<string> {
  const path = `bank-transactions?bank_account=${account}&limit=200`
  const { items } = await read({ backofficeUrl }, path)
  let balance = opening
  const lines = [...items].reverse().map((line: Body) => {
    balance = (Math.round(balance * 100) + Math.round(line.amount * 100)) / 100
    const [day, time] = String(line.booked_at).split(' ')
    const { memo, counterparty_account: from, counterparty_name: name } = line
    return [day, time, line.amount, balance, memo, from, name].map(quoted).join(',')
  })
  return ['日期,時間,金額,餘額,備註,對方帳號,對方名稱', ...lines, ''].join('\r\n')
}

function quoted(value: unknown): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Each doubt with the desk's label. */
export function doubtsText(doubts: readonly Doubt[]): string {
  return doubts.map((doubt) => `${doubt} (${doubtLabels[doubt].en})`).join(', ')
}
