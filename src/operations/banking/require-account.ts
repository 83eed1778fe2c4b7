import type { Context, MerchantContext } from '../../context.ts'
import { notFound, type Refusal } from '../../contract/refusals.ts'
import { findLinesAccount, type LinesAccount } from '../../store/banking/bank-transactions.ts'
import { say } from '../../units/language.ts'
import { contextOfOrder } from '../merchant-contexts.ts'

/** An account with the context of its database; refuses with `not_found`. */
export async function requireAccount(
  context: Context,
  accountId: number,
): Promise<{ readonly merchantContext: MerchantContext; readonly account: LinesAccount }> {
  const merchantContext = contextOfOrder(context, accountId)
  const account = merchantContext && (await findLinesAccount(merchantContext.db, accountId))
  if (merchantContext === null || account === null) {
    throw unknownAccount()
  }
  return { merchantContext, account }
}

/** The refusal of a bank account's number that no account has. */
export function unknownAccount(): Refusal {
  return notFound(
    say('查無此銀行帳戶，請確認編號', 'There is no such bank account; check its number'),
  )
}
