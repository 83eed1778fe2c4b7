import type { Context } from '../../context.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { newestAccountNumbers } from '../../store/banking/bank-accounts.ts'
import { isSameAccount } from '../../units/account-digits.ts'
import { allContexts } from '../merchant-contexts.ts'

/** Throws the refusal if a number is that of an account of the platform, in any database: there are few. */
export async function refuseOwnAccount(
  context: Context,
  accountNo: string,
  refusal: Refusal,
): Promise<void> {
  for (const { db } of allContexts(context)) {
    let before = Number.MAX_SAFE_INTEGER
    for (;;) {
      const page = await newestAccountNumbers(db, before, accountsRead)
      if (page.some((own) => isSameAccount(own.accountNo, accountNo))) throw refusal
      const last = page.at(-1)
      if (last === undefined || page.length < accountsRead) break
      before = last.id
    }
  }
}

const accountsRead = 500
