import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { NewHold } from '../../contract/back-office/merchants/holds.ts'
import type { PageOfScope } from '../../contract/back-office/values.ts'
import { invalid, notFound, Refusal } from '../../contract/refusals.ts'
import { type Hold, type HoldSubject, holdKey } from '../../rules/merchants/hold.ts'
import { databaseOf, parseTradeNo } from '../../rules/orders/order-identity.ts'
import { type JournalChange, type Principal, recordId } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import { pageView } from '../../rules/views/page-view.ts'
import { holdView } from '../../rules/views/people/hold-view.ts'
import { commit, type MerchantDatabase, type Statement } from '../../store/database.ts'
import {
  accountHolds,
  addHolds,
  findHold,
  type HoldLifting,
  holdMerchant,
  insertHold,
  liftHoldInForce,
  liftHoldRow,
  newestHolds,
  releaseMerchant,
} from '../../store/merchants/holds.ts'
import { orderTables } from '../../store/orders/tables-by-kind.ts'
import { rowsOf } from '../../store/sql-text.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { findAnywhere } from '../archive/archived-rows.ts'
import { refuseOwnAccount } from '../banking/own-accounts.ts'
import type { Command, MerchantCommand } from '../command.ts'
import {
  allContexts,
  contextIn,
  contextOfOrder,
  contextsFor,
  newestOfAll,
} from '../merchant-contexts.ts'
import { commitCommand } from '../people/commit-command.ts'
import { writeJournal } from '../people/journal-rows.ts'
import { writeInEach } from '../write-in-each.ts'
import { requireMerchant } from './read-merchant.ts'

type HoldView = ReturnType<typeof holdView>

/**
 * Holds a merchant, a member, an account or an order: it is neither settled nor paid out until the hold is lifted (back
 * office §6). Refuses with `validation_error` an unknown subject or an account of the platform; with `unavailable` if a
 * database did not answer: a repeated call places another hold in all.
 */
export async function placeHold(
  context: Context,
  principal: Principal,
  call: NewHold,
): Promise<HoldView> {
  const subject = {
    merchantUid: call.merchant_uid ?? '',
    userId: call.user_id ?? '',
    accountNo: call.account_no ?? '',
    tradeNo: call.trade_no ?? '',
  }
  const [home, ...others] = await homesOf(context, subject)
  return retry('drew an id that was taken', 5, async () => {
    const hold = newHold({ context: home, principal, subject, hold: call })
    const journal = writeJournal(
      home,
      principal,
      written(hold, 'create', { after: holdView(hold) }),
    )
    const outcome = await commit(home.db, [
      insertHold(home.db, hold),
      ...merchantChange(hold, holdMerchant),
      ...journal,
    ])
    if (outcome === 'id_taken') return null
    if (outcome !== 'committed') throw new Error(`hold: ${outcome}`)
    if (isOfMerchant(hold)) context.caches.merchants.forget(hold.merchantUid)
    // The first row is listed and lifted, so no row is in force without it.
    if (!(await writeInEach(others, (db) => insertHold(db, hold)))) throw notEverywhere()
    return holdView(hold)
  })
}

/** Holds, newest first. */
export async function listHolds(context: Context, page: PageOfScope): Promise<ItemPage<HoldView>> {
  const before = page.cursor ?? Number.MAX_SAFE_INTEGER
  const read = async ({ db, databaseNumber }: MerchantContext) => {
    const found = await newestHolds(db, before, page.limit)
    // Every database has an account's row; it is listed once.
    return found.filter(({ id }) => databaseOf(id) === databaseNumber)
  }
  const holds = await newestOfAll({
    contexts: contextsFor(context, page),
    read,
    idOf: ({ id }) => id,
    limit: page.limit,
  })
  return pageView({ items: holds, limit: page.limit, viewOf: holdView, idOf: ({ id }) => id })
}

/**
 * Lifts a hold, with a second person. Refuses with `not_found`, with `already_final` a lifted one, and with
 * `unavailable` if another database did not answer: a repeated call lifts it there.
 */
export async function liftHold({
  context,
  principal,
  id,
  reason,
}: Command & { readonly id: number; readonly reason: string }): Promise<HoldView> {
  const home = contextIn(context, databaseOf(id))
  const hold = home && (await findHold(home.db, id))
  if (home === null || hold === null) {
    throw notFound(say('查無此管制，請確認編號', 'There is no such hold; check its number'))
  }
  const others =
    hold.accountNo === '' ? [] : allContexts(context).filter((one) => one.db !== home.db)
  const liftElsewhere = async (values: HoldLifting) => {
    if (!(await writeInEach(others, (db) => liftHoldRow(db, id, values)))) throw notEverywhere()
  }
  if (hold.liftedAt !== null) {
    const { liftedAt, liftedBy, liftReason } = hold
    await liftElsewhere({ liftedAt, liftedBy, liftReason })
    throw liftedBefore()
  }
  const lifted = {
    liftedAt: toSeconds(context.now()),
    liftedBy: principal.name,
    liftReason: reason,
  }
  const after = { ...hold, ...lifted }
  const journaled = {
    written: { ...written(hold, 'lift', { after: holdView(after) }), reason },
    concern: standingConcern('hold_lifted'),
  }
  const outcome = await commitCommand({
    context: home,
    principal,
    call: journaled,
    statements: [liftHoldInForce({ id, ...lifted }), ...merchantChange(hold, releaseMerchant)],
  })
  if (outcome === 'lost_race') throw liftedBefore()
  if (outcome !== 'committed') throw new Error(`hold: ${outcome}`)
  if (isOfMerchant(hold)) context.caches.merchants.forget(hold.merchantUid)
  await liftElsewhere(lifted)
  return holdView(after)
}

const liftedBefore = () =>
  new Refusal('already_final', { message: say('此管制已解除', 'The hold is already lifted') })

// A repeated call writes the missing rows.
const notEverywhere = () =>
  new Refusal('unavailable', {
    message: say(
      '有資料庫沒有回應，變更尚未在所有資料庫生效；請稍後再送一次',
      'A database did not answer, so the change is not in force in all of them; send it again shortly',
    ),
  })

/**
 * Adds the holds of accounts in force, all of which the first database has, to another one: it lacks those that were
 * placed before it was bound.
 */
export async function copyAccountHolds(first: MerchantDatabase, to: MerchantDatabase) {
  const [held] = await rowsOf(first, [accountHolds({})])
  for (let start = 0; start < held.length; start += heldAtOnce) {
    const part = held.slice(start, start + heldAtOnce)
    await rowsOf(to, [addHolds({ rows: JSON.stringify({ holds: part }) })])
  }
}

// A statement takes two megabytes.
const heldAtOnce = 1_000

// The databases of a hold, that of its id first. Refuses an unknown subject.
async function homesOf(
  context: Context,
  { merchantUid, accountNo, tradeNo }: HoldSubject,
): Promise<readonly [MerchantContext, ...MerchantContext[]]> {
  if (merchantUid !== '') return [(await requireMerchant(context, merchantUid)).merchantContext]
  const [first, ...others] = allContexts(context)
  if (first === undefined) throw new Error('settings: no database is bound')
  if (accountNo !== '') {
    const freeze = say(
      '是平台自己的帳戶，請改為凍結該帳戶',
      'Is an account of the platform; freeze it instead',
    )
    await refuseOwnAccount(context, accountNo, invalid('account_no', freeze))
    return [first, ...others]
  }
  const ref = parseTradeNo(tradeNo)
  const home = ref && contextOfOrder(context, ref.id)
  const find = async (db: MerchantDatabase): Promise<object | null> =>
    ref && orderTables[ref.kind].findOfAnyone(db, ref)
  const found = home && (await findAnywhere(home, ref.id, find))
  if (home === null || found === null) {
    throw invalid(
      'trade_no',
      say('查無此訂單，請確認交易編號', 'There is no such order; check the transaction number'),
    )
  }
  return [home]
}

function newHold({
  context: { now, random, databaseNumber },
  principal,
  subject,
  hold: { reason, case_no: caseNo },
}: MerchantCommand & { readonly subject: HoldSubject; readonly hold: NewHold }): Hold {
  const nowMs = now()
  return {
    ...subject,
    id: recordId(nowMs, random(), databaseNumber),
    key: holdKey(subject),
    reason,
    caseNo,
    actor: principal.name,
    createdAt: toSeconds(nowMs),
    liftedAt: null,
    liftedBy: '',
    liftReason: '',
  }
}

function isOfMerchant({ merchantUid, userId }: Hold): boolean {
  return merchantUid !== '' && userId === ''
}

function merchantChange(
  hold: Hold,
  change: (values: { readonly uid: string }) => Statement,
): readonly Statement[] {
  return isOfMerchant(hold) ? [change({ uid: hold.merchantUid })] : []
}

function written(
  hold: Hold,
  action: string,
  { after }: Pick<JournalChange, 'after'>,
): JournalChange {
  const subject = { kind: 'hold', name: String(hold.id) } as const
  return { action, subject, before: null, after, reason: hold.reason }
}
