// A bank that does not exist: it reports the lines of one account to the back office's feed, and prints its statement.
import { doubtLabels } from '../../src/backoffice/desk/labels/auto-labels.ts'
import type { Doubt } from '../../src/contract/back-office/states.ts'
import { type Answer, type Body, send, sendExpecting } from '../demo/http.ts'
import { until } from '../demo/story.ts'
import { bankToken } from './demo-accounts.ts'

/** A line of the account's statement. The amount is in TWD, positive when money came in. */
export type BankLine = {
  readonly amount: number
  readonly externalId: string
  readonly counterpartyAccount: string
  readonly counterpartyName: string
  readonly memo: string
  /** When it was booked; now where it is not given. */
  readonly bookedAt?: string
}

type LocalBackOffice = { readonly backofficeUrl: string }

/** Posts a line to the feed, as the bank's service token; returns the transaction. */
export async function postLine(
  backOffice: LocalBackOffice,
  account: number,
  line: BankLine,
): Promise<Body> {
  const { status, body } = await reportLine(backOffice, account, line)
  if (status === 201) return body
  throw new Error(`the line ${line.externalId} was answered ${status}: ${JSON.stringify(body)}`)
}

/** Posts a line as a service token, and returns the answer, a refusal too. */
export function reportLine(
  { backofficeUrl }: LocalBackOffice,
  account: number,
  line: BankLine,
  token = bankToken,
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
  return send('POST', url, JSON.stringify(fields), { 'x-local-actor': `${token}:feed` })
}

/** Imports the account's statement, as `statementOf` prints it, and waits until it is done; returns the import. */
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

/** The back office's answer to a GET. */
export function read({ backofficeUrl }: LocalBackOffice, path: string): Promise<Body> {
  return sendExpecting(200, 'GET', `${backofficeUrl}/api/${path}`)
}

/**
 * The account's statement of the days that have lines, oldest first, in the built-in format `demo_utf8`: what the feed
 * has told of it. The balance begins at `opening`.
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

/** Each doubt by its name, with the desk's words. */
export function doubtsText(doubts: readonly Doubt[]): string {
  return doubts.map((doubt) => `${doubt} (${doubtLabels[doubt].en})`).join(', ')
}
