// A bank that does not exist: it tells the lines of one account to the back office's feed, and prints its statement.
import { type Body, send, sendExpecting } from '../demo/http.ts'
import { bankToken } from './demo-accounts.ts'

/** A line of the account's statement. The amount is in TWD, positive when money came in. */
export type BankLine = {
  readonly amount: number
  readonly externalId: string
  readonly counterpartyAccount: string
  readonly counterpartyName: string
  readonly memo: string
}

/** The back office of a local server, by the names that it trusts there. */
export type LocalBackOffice = {
  readonly backofficeUrl: string
}

/** Posts a line to the feed, as the bank's service token; returns the transaction. */
export function postLine(
  { backofficeUrl }: LocalBackOffice,
  account: number,
  { amount, externalId, counterpartyAccount, counterpartyName, memo }: BankLine,
): Promise<Body> {
  const line = {
    bank_account: account,
    booked_at: new Date().toISOString(),
    amount,
    external_id: externalId,
    counterparty_account: counterpartyAccount,
    counterparty_name: counterpartyName,
    memo,
  }
  const url = `${backofficeUrl}/api/bank-transactions`
  const headers = { 'x-local-actor': `${bankToken}:feed` }
  return sendExpecting(201, 'POST', url, JSON.stringify(line), headers)
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
  const url = `${backofficeUrl}/api/bank-transactions?bank_account=${account}&limit=200`
  const { items } = (await send('GET', url)).body
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
