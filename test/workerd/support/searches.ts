import { searchQuery } from '../../../src/contract/back-office/search.ts'
import { search } from '../../../src/operations/search/search.ts'
import { orderId } from '../../../src/rules/orders/order-identity.ts'
import { aContext, type agent, anId, operator, rows } from './service.ts'

// What a search is tested with: rows that stand in the tables as their makers would have left them.

const context = aContext({ wake: async () => undefined })

/** What a search finds, for an operator unless somebody else asks. */
export async function find(
  q: string,
  more: object = {},
  principal: typeof operator | typeof agent = operator,
) {
  const { items } = await search(context, principal, searchQuery.parse({ q, ...more }))
  return items
}

/** The same by kind, name, and what it was found by. */
export const named = async (...given: Parameters<typeof find>) =>
  (await find(...given)).map(({ kind, name, matched_on }) => [kind, name, matched_on])

/** So many copies of a row, each newer than the one before it, with those changes. */
export async function copied(
  id: number,
  count: number,
  changes: Readonly<Record<string, string>> = {},
  table = 'collections',
): Promise<void> {
  const names = await rows<{ name: string }>(`select name from pragma_table_info('${table}')`)
  const [last] = await rows<{ id: number }>(`select max(id) as id from ${table}`)
  const own: Record<string, string> = {
    id: `${last?.id} + 32 * n`,
    trade_no: `trade_no || n`,
    orderid: `'copy' || ${last?.id} || '-' || n`,
    ...changes,
  }
  const values = names.map(({ name }) => own[name] ?? name)
  await rows(
    `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
     insert into ${table} select ${values.join()} from ${table}, number where id = ?`,
    id,
  )
}

/** An account that those agents may use, everybody where there are none. */
export async function anAccount(agents: readonly string[]): Promise<{ id: number; no: string }> {
  const id = orderId({ kind: 'collection', nowMs: Date.now(), random: Math.random(), database: 0 })
  const no = String(Math.floor(1e13 + Math.random() * 9e13))
  await rows(
    `insert into bank_accounts (id, bank_code, account_no, holder_name, agents, merchants, feeds,
       use, backing, note, state, version, waiting_count, waiting_amount, created_at)
     values (?, '004', ?, 'x', ?, '[]', '[]', 'both', 'required', '', 'active', 1, 0, 0, 1)`,
    id,
    no,
    JSON.stringify(agents),
  )
  return { id, no }
}

/** A transaction that nothing has claimed. */
export async function aTransaction(account: number, amount: number, last5: string, name = '') {
  const [id, external] = [
    orderId({ kind: 'collection', nowMs: Date.now(), random: Math.random(), database: 0 }),
    anId(),
  ]
  await rows(
    `insert into bank_transactions (id, bank_account_id, booked_at, day_only, amount, external_id,
       counterparty_account, counterparty_last5, counterparty_name, memo, source, state,
       claimed_by, ignored_reason, posted_by, created_at)
     values (?, ?, 1, 0, ?, ?, '', ?, ?, '', 'feed', 'unclaimed', '', '', '', 1)`,
    id,
    account,
    amount * 100,
    external,
    last5,
    name,
  )
  return { id, external }
}
