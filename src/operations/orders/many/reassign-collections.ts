import type { Context } from '../../../context.ts'
import type { ReassignmentCall } from '../../../contract/back-office/banking/many-orders.ts'
import { reassignedMax } from '../../../contract/back-office/states.ts'
import { invalid, Refusal } from '../../../contract/refusals.ts'
import { accountFrozen } from '../../../rules/banking/bank-account.ts'
import { findBankAccount } from '../../../store/banking/bank-accounts.ts'
import { waitingOnAccount } from '../../../store/banking/frozen-accounts.ts'
import { say } from '../../../units/language.ts'
import { unknownAccount } from '../../banking/require-account.ts'
import type { Command } from '../../command.ts'
import { contextOfOrder } from '../../merchant-contexts.ts'
import { reassignCollection } from '../match-collection.ts'
import { type OrderOutcome, outcomeOf } from './order-outcome.ts'

/**
 * Moves collections from an account to another one (back office §8), each by its own match: the named ones, or all that
 * wait on it or were put aside by its freezing, newest first. Refuses an account that is not active, is the same, or is
 * of another database.
 */
export async function reassignCollections({
  context,
  principal,
  id,
  call: { to, trade_nos: numbers },
}: Command & { readonly id: number; readonly call: ReassignmentCall }): Promise<{
  readonly items: readonly OrderOutcome<'matched'>[]
  readonly more: boolean
}> {
  const { db } = await requireAccounts(context, id, to)
  const waiting = { bankAccountId: id, frozen: accountFrozen, limit: reassignedMax + 1 }
  const found = numbers ?? (await waitingOnAccount(db, waiting))
  const tradeNos = [...new Set(found)].slice(0, reassignedMax)
  const items: OrderOutcome<'matched'>[] = []
  for (let start = 0; start < tradeNos.length; start += atOnce) {
    const group = tradeNos.slice(start, start + atOnce).map((tradeNo) =>
      outcomeOf(context, tradeNo, async () => {
        await reassignCollection({ context, principal, tradeNo, input: { from: id, to } })
        return { outcome: 'matched' as const }
      }),
    )
    items.push(...(await Promise.all(group)))
  }
  return { items, more: found.length > tradeNos.length }
}

// Concurrent moves of different orders, each of which waits for the database.
const atOnce = 5

async function requireAccounts(context: Context, from: number, to: number) {
  const [old, other] = await Promise.all([accountOf(context, from), accountOf(context, to)])
  if (old === null) throw unknownAccount()
  if (other === null)
    throw invalid(
      'to',
      say('查無此銀行帳戶，請確認編號', 'There is no such bank account; check its number'),
    )
  if (from === to) throw invalid('to', say('必須是另一個帳戶', 'Must be another account'))
  if (old.place.databaseNumber !== other.place.databaseNumber)
    throw new Refusal('bank_account_elsewhere')
  if (other.account.state !== 'active') throw new Refusal('bank_account_not_active')
  return old.place
}

async function accountOf(context: Context, id: number) {
  const place = contextOfOrder(context, id)
  const account = place && (await findBankAccount(place.db, id))
  return place && account && { place, account }
}
