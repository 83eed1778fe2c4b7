import { autoActor } from '../../../src/rules/matcher/auto-actor.ts'
import type { bankAccounts } from '../../../src/store/schema.ts'
import { aBankAccount, putOn } from './banking.ts'
import { aCollection, move } from './orders.ts'
import { aContext, rows, type Shop } from './service.ts'
import { type BankLine, feed, format, post, secondFeed } from './statements.ts'

// Orders as they stand after the service has settled them (matching §4, §5), for what becomes of them.

/** An account that two feeds post to, with statements, and that says `settle`. */
export function anAutoAccount(
  fields: Partial<typeof bankAccounts.$inferInsert> = {},
): Promise<number> {
  const feeds = [feed.name, secondFeed.name]
  return aBankAccount({ feeds, statementFormat: format, auto: 'settle', ...fields })
}

/** An order that the service has settled with a line of the feed that no statement has confirmed. */
type Settlement = { readonly tradeNo: string; readonly orderId: number; readonly line: number }

/** Settles an order with a line of the feed, as the service does; the line is of 100 dollars unless it says otherwise. */
export async function anAutoSettled(
  shop: Shop,
  accountId: number,
  { amount = 100, ...line }: Omit<BankLine, 'amount'> & { amount?: number; externalId?: string },
  by = aContext({ wake: async () => undefined }),
): Promise<Settlement> {
  const tradeNo = await aCollection(shop, { amount })
  await putOn(tradeNo, accountId)
  const { id } = (await post(accountId, { amount, ...line }, by)).answer
  return {
    tradeNo,
    line: id,
    orderId: await settledByService({ tradeNo, accountId, line: id }, by),
  }
}

/** Settles an order with a line, as the service does, and returns its id. */
export async function settledByService(
  { tradeNo, accountId, line }: Readonly<{ tradeNo: string; accountId: number; line: number }>,
  by = aContext({ wake: async () => undefined }),
): Promise<number> {
  const override = ['evidence_differs'] as const
  await move.settle(tradeNo, { bankTransactions: [line], override, reason: 'x' }, { context: by })
  const [order] = await rows<{ id: number; proof: string }>(
    `update collections set settled_by = 'auto', proof = (
       select iif(confirmed_at is null, 'awaiting', 'confirmed') from bank_transactions where id = ?2
     ) where trade_no = ?1 returning id, proof`,
    tradeNo,
    line,
  )
  await rows('update bank_transactions set claimed_by = ? where id = ?', autoActor.name, line)
  if (order?.proof === 'awaiting') {
    await rows(
      `update bank_accounts set auto_awaiting = auto_awaiting + (
         select amount from bank_transactions where id = ?2
       ) where id = ?1`,
      accountId,
      line,
    )
  }
  return order?.id ?? 0
}

/** How far an order's settlement is proved, and by whom it was settled. */
export async function proofOf({ tradeNo }: Pick<Settlement, 'tradeNo'>) {
  const [order] = await rows<{ proof: string | null; settled_by: string | null }>(
    'select proof, settled_by from collections where trade_no = ?',
    tradeNo,
  )
  return order
}

/** What an account says of what the service has settled on it. */
export async function autoOf(accountId: number) {
  const [account] = await rows<AutoFigures>(
    `select auto, version, auto_awaiting, auto_unproven, auto_contradicted, auto_counts, proof_from
     from bank_accounts where id = ?`,
    accountId,
  )
  if (account === undefined) throw new Error(`no account ${accountId}`)
  return account
}

type AutoFigures = {
  readonly auto: string
  readonly version: number
  readonly auto_awaiting: number
  readonly auto_unproven: number
  readonly auto_contradicted: number | null
  readonly auto_counts: string
  readonly proof_from: number | null
}

/** What awaits proof on an account, as its orders say: the sum of their lines, and how many are unproven. */
export async function awaitingIn(accountId: number) {
  const [sum] = await rows<{ awaiting: number; unproven: number }>(
    `select coalesce(sum(line.amount), 0) as awaiting,
       coalesce(sum(collections.proof = 'unproven'), 0) as unproven
     from collections join bank_transactions as line on line.order_id = collections.id
     where collections.bank_account_id = ? and collections.settled_by = 'auto'
       and collections.proof in ('awaiting', 'unproven') and line.claimed_by = ?`,
    accountId,
    autoActor.name,
  )
  return { auto_awaiting: sum?.awaiting, auto_unproven: sum?.unproven }
}
