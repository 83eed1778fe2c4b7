import type { Context, MerchantContext } from '../../context.ts'
import type { PostedTransaction } from '../../contract/back-office/banking/transaction-calls.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { ListedTransaction } from '../../rules/banking/bank-transaction.ts'
import { nearBy, type PostedLine, postedAs } from '../../rules/banking/posted-line.ts'
import { pairingSeconds } from '../../rules/banking/statements/pair-lines.ts'
import { lastFive } from '../../rules/banking/statements/statement-values.ts'
import { type Act, recordId, type Written } from '../../rules/people/act.ts'
import { standing } from '../../rules/people/second-person.ts'
import { bankTransactionView } from '../../rules/views/banking/bank-transaction-view.ts'
import { findPosted, postLine } from '../../store/banking/bank-transactions.ts'
import { toAmount } from '../../units/money.ts'
import { commitAct } from '../people/commit-act.ts'
import { linesAccount } from './lines-account.ts'

/** A posted line: 201 where it is new, 200 where it was there. */
export type PostedAnswer = {
  readonly status: 200 | 201
  readonly answer: ReturnType<typeof bankTransactionView>
}

/**
 * Takes a line that a feed, or an operator, posts (back office §3). The same number of the bank again is the first
 * line, when all is equal, else `bank_transaction_differs`. A line of a statement that is the same money takes the
 * number, and is the answer. A feed posts to accounts that name it; else it is `bank_account_not_allowed`.
 */
export async function postTransaction(
  context: Context,
  act: Act,
  call: PostedTransaction,
): Promise<PostedAnswer> {
  const { merchantContext, account } = await linesAccount(context, call.bank_account)
  if (act.role === 'feed' && !account.feeds.includes(act.name)) {
    throw new Refusal('bank_account_not_allowed', {
      message: '此銀行帳戶未允許這個服務憑證匯入交易，請由營運人員加入 feeds',
    })
  }
  const line = lineOf(call)
  const { db } = merchantContext
  const earlier = await findPosted(db, line.accountId, line.externalId)
  if (earlier !== null) return repeated(earlier, line)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const id = await write(merchantContext, act, line)
    if (id === null) continue
    const stored = await findPosted(db, line.accountId, line.externalId)
    if (stored === null) throw new Error(`line ${line.externalId} was written and is not there`)
    if (stored.id === id) return { status: 201, answer: bankTransactionView(stored) }
    return repeated(stored, line)
  }
  throw new Error(`line ${line.externalId}: drew ${triesMax} ids that exist`)
}

const triesMax = 5

// The id that a new row has; null where it has to be drawn again.
async function write(context: MerchantContext, act: Act, line: PostedLine): Promise<number | null> {
  const nowMs = context.now()
  const id = recordId(nowMs, context.random(), context.databaseNumber)
  const said = postedAs(line)
  const { externalId, amount, accountId } = line
  const statements = postLine({
    ...{ ...line, ...nearBy(line.bookedAt), id, postedAs: said, pairingSeconds },
    ...{ source: act.role === 'feed' ? 'feed' : 'hand', postedBy: act.name },
    now: Math.floor(nowMs / 1000),
  })
  const written: Written = {
    action: 'post',
    subject: { kind: 'bank_account', name: String(accountId) },
    before: null,
    after: { external_id: externalId, amount: toAmount(amount) },
    reason: line.memo,
  }
  const concern = act.role === 'feed' ? null : standing('transaction_by_hand')
  const outcome = await commitAct(context, act, { written, concern }, statements)
  return outcome === 'committed' ? id : null
}

function lineOf(call: PostedTransaction): PostedLine {
  return {
    accountId: call.bank_account,
    externalId: call.external_id,
    bookedAt: call.booked_at.at,
    dayOnly: call.booked_at.dayOnly,
    amount: call.amount,
    balance: call.balance_after,
    counterparty: call.counterparty_account,
    last5: call.counterparty_last5 || lastFive(call.counterparty_account),
    name: call.counterparty_name,
    memo: call.memo,
  }
}

function repeated(stored: ListedTransaction, line: PostedLine): PostedAnswer {
  if (stored.postedAs !== postedAs(line)) throw new Refusal('bank_transaction_differs')
  return { status: 200, answer: bankTransactionView(stored) }
}
