import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a bank account names an agent, or no agent, in SQL: `mayUseAccount` of the rules. `:agents` is the agent's
 * names as JSON, two of a service token. They are searched as text: each element of `json_each` counts as a row read.
 */
export const isOpenToAgent =
  "(agents = '[]' or instr(agents, :agents -> 0) > 0 or instr(agents, :agents -> 1) > 0)"

const isOwnOrder = 'agent in (:agents ->> 0, :agents ->> 1)'

/** Whether an agent sees an order, in SQL: `seesOrder` of the rules. `:agents` is null for who sees every order. */
export const isSeenByAgent = `(
  :agents is null or bank_account_id is null or ${isOwnOrder}
  or exists (select 1 from bank_accounts where bank_accounts.id = bank_account_id and ${isOpenToAgent})
)`

/** `isSeenByAgent` as a condition of a list. */
export function isSeenBy(names: readonly string[]): SQL {
  const parts = isSeenByAgent.split(':agents').map((text) => sql.raw(text))
  return sql.join(parts, sql`${JSON.stringify(names)}`)
}
