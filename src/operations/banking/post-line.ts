import type { Context, MerchantContext } from '../../context.ts'
import type { PostedTransaction } from '../../contract/back-office/banking/transactions.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import {
  aheadMaxSeconds,
  externalKey,
  linesOfDayMax,
  matchingLine,
  type PostedLine,
  possibleTimes,
  postedAs,
} from '../../rules/banking/posted-line.ts'
import { type JournalChange, type Principal, recordId } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { bankTransactionView } from '../../rules/views/banking/bank-transaction-view.ts'
import { findTransaction } from '../../store/banking/bank-transactions.ts'
import {
  addLine,
  attachPosting,
  lineToStore,
  type Posting,
  type PostingState,
  readPostingState,
} from '../../store/banking/posted-lines.ts'
import { lastFive } from '../../units/account-digits.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { toAmount } from '../../units/money.ts'
import { plainText } from '../../units/plain-name.ts'
import { retry } from '../../units/retry.ts'
import { secondsLeftOfTaipeiDay, taipeiDay } from '../../units/taipei-time.ts'
import type { MerchantCommand } from '../command.ts'
import { settleLines, settlePosted } from '../matcher/settle-lines.ts'
import { commitCommand } from '../people/commit-command.ts'
import { requireAccount } from './require-account.ts'

/** A posted line: 201 if it is new, else 200. */
type PostAnswer = {
  readonly status: 200 | 201
  readonly answer: ReturnType<typeof bankTransactionView>
}

/**
 * Posts a line of a feed or an operator (back office §3). A repeated bank number returns the first line if all values
 * are equal, else `bank_transaction_differs`; an unjudged line is judged now. A line of the same money from another
 * source, or from a statement, gets the number and is returned. A feed posts to accounts that name it, else
 * `bank_account_not_allowed`, and up to a daily number of lines, else `too_many_requests`. A booking more than a day
 * ahead, or last five digits that contradict the account beside them, are a `validation_error`.
 */
export async function postTransaction(
  context: Context,
  principal: Principal,
  call: PostedTransaction,
): Promise<PostAnswer> {
  const line = lineOf(call, toSeconds(context.now()))
  const { merchantContext, account } = await requireAccount(context, call.bank_account)
  if (principal.role === 'feed' && !account.feeds.includes(principal.name)) {
    throw new Refusal('bank_account_not_allowed', {
      message: say(
        '此銀行帳戶未允許這個服務憑證匯入交易，請由營運人員加入即時明細來源',
        'The bank account does not name this service token in feeds; an operator can add it',
      ),
    })
  }
  const { db } = merchantContext
  const text = postedAs(line)
  // Each retry means that another line of the account, which may be the same money, came first.
  return retry(`line ${line.externalId}: the account changed`, 100, async () => {
    const now = toSeconds(context.now())
    const posting: Posting = {
      ...line,
      ...possibleTimes(line),
      key: externalKey(line.externalId),
      postedBy: principal.name,
      today: taipeiDay(now),
    }
    const state = await readPostingState(db, posting)
    if (state.known !== null) {
      const again = repeated(state.known, text)
      const { id, state: lineState, doubts } = state.known.line
      // A caller that lost the answer may have lost the judgement too.
      if (lineState === 'unclaimed' && doubts === '') judgeLater(merchantContext, id)
      return again
    }
    if (principal.role === 'feed' && state.postedToday >= linesOfDayMax) {
      throw new Refusal('too_many_requests', { retryAfterSeconds: secondsLeftOfTaipeiDay(now) })
    }
    const written = await write({
      context: merchantContext,
      principal,
      posting,
      state,
      isSettling: account.auto === 'settle',
    })
    if (written === null) return null
    if (account.auto === 'settle' && !written.isJudged) judgeLater(merchantContext, written.id)
    const stored = await findTransaction(db, written.id)
    if (stored === null) throw new Error(`line ${line.externalId} was written and is not there`)
    return { status: written.isNew ? 201 : 200, answer: bankTransactionView(stored) }
  })
}

function judgeLater(context: MerchantContext, id: number): void {
  context.later(settleLines(context, [id]).then(() => {}))
}

// The row of the line, and whether it is new and judged; null if the basis of the decision has changed. A feed's new
// line is judged before it is stored, and written once.
async function write({
  context,
  principal,
  posting,
  state: { near },
  isSettling,
}: MerchantCommand & {
  readonly posting: Posting
  readonly state: PostingState
  readonly isSettling: boolean
}): Promise<{ readonly id: number; readonly isNew: boolean; readonly isJudged: boolean } | null> {
  const nowMs = context.now()
  const { externalId, amount, accountId } = posting
  const text = postedAs(posting)
  const hit = matchingLine(posting, near)
  const isFeeds = principal.role === 'feed'
  const decided = { seen: near.length, counts: isFeeds, linesMax: linesOfDayMax }
  const id = hit?.id ?? recordId(nowMs, context.random(), context.databaseNumber)
  const isNew = hit === null
  const line = lineToStore(
    posting,
    {
      id,
      postedAs: text,
      source: isFeeds ? 'feed' : 'hand',
      agreedBy: principal.approval?.approvedBy ?? '',
      now: toSeconds(nowMs),
    },
    decided,
  )
  const doubts = isSettling && isFeeds && isNew ? await settlePosted(context, line) : ''
  if (doubts === null) return { id, isNew, isJudged: true }
  const statements =
    hit === null ? addLine(line, doubts) : attachPosting({ posting, hit, postedAs: text, decided })
  const written: JournalChange = {
    action: 'post',
    subject: { kind: 'bank_account', name: String(accountId) },
    before: null,
    after: { external_id: externalId, amount: toAmount(amount) },
    reason: '',
  }
  const concern = principal.role === 'feed' ? null : standingConcern('transaction_by_hand')
  const journaled = { written, concern }
  const outcome = await commitCommand({ context, principal, call: journaled, statements })
  return outcome === 'committed' ? { id, isNew, isJudged: doubts !== '' } : null
}

function lineOf(call: PostedTransaction, now: number): PostedLine {
  const { counterparty_account: counterparty, counterparty_last5: last5, memo } = call
  const ofAccount = lastFive(counterparty)
  if (last5 !== '' && plainText(counterparty) !== '' && last5 !== ofAccount) {
    throw invalid(
      'counterparty_last5',
      say(
        '與 counterparty_account 的末五碼不同',
        'Differs from the last five digits of counterparty_account',
      ),
    )
  }
  if (call.booked_at.at > now + aheadMaxSeconds) {
    throw invalid(
      'booked_at',
      say('不可晚於一天之後，請確認日期', 'Must not be more than a day ahead; check the date'),
    )
  }
  if (externalKey(call.external_id) === '') {
    throw invalid(
      'external_id',
      say('不可只有空白或看不見的字元', 'Must not consist only of spaces or invisible characters'),
    )
  }
  return {
    accountId: call.bank_account,
    externalId: call.external_id,
    bookedAt: call.booked_at.at,
    dayOnly: call.booked_at.dayOnly,
    amount: call.amount,
    balance: call.balance_after,
    counterparty,
    last5: last5 || ofAccount,
    name: plainText(call.counterparty_name) === '' ? '' : call.counterparty_name,
    memo,
  }
}

function repeated(known: NonNullable<PostingState['known']>, text: string): PostAnswer {
  if (known.postedAs !== text) throw new Refusal('bank_transaction_differs')
  return { status: 200, answer: bankTransactionView(known.line) }
}
