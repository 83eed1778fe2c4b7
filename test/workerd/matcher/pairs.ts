import { settleLines } from '../../../src/operations/matcher/settle-lines.ts'
import type { bankTransactions } from '../../../src/store/schema.ts'
import { aBankAccount, aTransaction, putOn } from '../support/banking.ts'
import { aContext, aMerchant, rows, type Shop } from '../support/service.ts'

// An order and the transaction that pays it, as they stand in the database.

/** The settings under which the pairs are judged: two people where a setting asks for them. */
export const context = aContext({ wake: async () => undefined })

/** A merchant, an account, and the last five digits of a payer that nobody else has. */
export type Place = { readonly shop: Shop; readonly account: number; readonly last5: string }

/** A merchant and an account for which the service settles. */
export async function aPlace(): Promise<Place> {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount({
    auto: 'settle',
    autoSources: ['feed', 'statement'],
    feeds: ['service:bank'],
  })
  payers += 1
  return { shop, account, last5: String(20_000 + payers) }
}

/** An order that waits in its slot since two minutes ago. */
export async function anOrderInSlot(
  { account, ...place }: Place,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: number; readonly tradeNo: string }> {
  const tradeNo = await anOrder(place, fields)
  await putOn(tradeNo, account)
  const [order] = await rows<{ id: number }>(
    `update collections
     set waits_in_slot = 1, account_since = (created_at - 120) * 1000, created_at = created_at - 120
     where trade_no = ? returning id`,
    tradeNo,
  )
  const id = order?.id ?? 0
  await rows(
    `insert into slots (last5, amount, bank_account_id, order_id, taken_at)
     select last5, amount, bank_account_id, id, account_since from collections where id = ? and last5 <> ''
     on conflict do update set order_id = excluded.order_id, taken_at = excluded.taken_at`,
    id,
  )
  await rows(
    `update bank_accounts set
       waiting_count = waiting_count + 1,
       waiting_amount = waiting_amount + (select amount from collections where id = ?1)
     where id = ?2`,
    id,
    account,
  )
  return { id, tradeNo }
}

let numbers = 0
let payers = 0

/** An order of 100 dollars of a payer with known digits. */
export async function anOrder(
  { shop, last5 }: Pick<Place, 'shop' | 'last5'>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  numbers += 1
  const orderid = `matched-${numbers}`
  const created = await shop.create({
    orderid,
    amount: 100,
    counterparty_account: last5,
    notify_url: '',
    ...fields,
  })
  // Afterwards, so that the service gives the order no account of its own choice.
  await rows(`update merchants set auto = 'settle' where uid = ?`, shop.uid)
  return String(created.body.data.trade_no)
}

/** The line of a feed that pays such an order. */
export function aLine(
  { account, last5 }: Pick<Place, 'account' | 'last5'>,
  fields: Partial<typeof bankTransactions.$inferInsert> = {},
): Promise<number> {
  const said = JSON.stringify(['', 10_000, null, '', last5, '', ''])
  return aTransaction(account, { doubts: '', postedAs: said, counterpartyLast5: last5, ...fields })
}

/** What became of a line that was judged: its order's number, or its doubts. */
export async function outcomeOf(id: number, at = context): Promise<unknown> {
  await settleLines(at, [id])
  const [line] = await rows<{ state: string; doubts: string | null; trade_no: string | null }>(
    `select state, doubts, (select trade_no from collections where id = order_id) as trade_no
     from bank_transactions where id = ?`,
    id,
  )
  if (line?.state === 'claimed') return line.trade_no
  return line?.doubts === null ? null : JSON.parse(line?.doubts || '[]')
}
