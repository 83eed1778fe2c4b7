import type { Context, MerchantContext } from '../../context.ts'
import type {
  BankAccountPage,
  BankAccountPatch,
  NewBankAccount,
} from '../../contract/back-office/banking/accounts.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { type BankAccount, mayUseAccount, noAutoWork } from '../../rules/banking/bank-account.ts'
import {
  type AccountChanges,
  accountPatchOf,
  concernOfPatch,
} from '../../rules/banking/bank-account-patch.ts'
import { bankNameOf } from '../../rules/catalogue/banks.ts'
import { type AccountSwitches, problemOfSwitches } from '../../rules/matcher/account-switches.ts'
import { firstIdAt } from '../../rules/orders/order-identity.ts'
import { type Principal, recordId, type Subject } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import {
  type AccountFields,
  bankAccountFields,
  bankAccountView,
} from '../../rules/views/banking/bank-account-view.ts'
import type { listedStatementsView } from '../../rules/views/banking/statements-view.ts'
import { pageView } from '../../rules/views/page-view.ts'
import {
  changeBankAccount,
  findBankAccount,
  findRegistered,
  insertBankAccount,
  newestBankAccounts,
  register,
} from '../../store/banking/bank-accounts.ts'
import { gapsOf } from '../../store/banking/banking-figures.ts'
import { commit, type Statement } from '../../store/database.ts'
import { dueOnAccount } from '../../store/matcher/due-lines.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { taipeiDay } from '../../units/taipei-time.ts'
import type { Command } from '../command.ts'
import { dueSeconds, judgeNew } from '../matcher/judge-waiting.ts'
import { allContexts, contextOfOrder, newestOfAll, withoutDatabase } from '../merchant-contexts.ts'
import { commitCommand, mayWait } from '../people/commit-command.ts'
import { formatOf } from './format-of.ts'
import { statementBalances } from './imports/show-statements.ts'
import { putAsideFrozenIn } from './put-aside-frozen.ts'
import { unknownAccount } from './require-account.ts'

type BankAccountView = ReturnType<typeof bankAccountView>

type AccountItem = BankAccountView & {
  readonly statement?: ReturnType<typeof listedStatementsView>
}

/**
 * Registers a bank account, with a second person (back office §2). Refuses a known bank and number with
 * `duplicate_bank_account`. The directory's row is written first: after a fault, a repeated call continues in the
 * database of that row.
 */
export async function createBankAccount(
  context: Context,
  principal: Principal,
  request: NewBankAccount,
): Promise<BankAccountView> {
  const wanted = wantedContext(context, request)
  refuseUnfit(request)
  const number = { bankCode: request.bank_code, accountNo: request.account_no }
  await refuseRegistered(context, number)
  const place = mayWait(context, principal) ? nextPlaceOf : accountPlace
  const askedFor = principal.approval === null ? null : Number(principal.approval.subject.name)
  const { id, merchantContext } = await place(context, { ...number, askedFor }, wanted)
  const account = newAccount(request, id, toSeconds(context.now()))
  const { bank_code, account_no } = request
  const after = { bank_code, account_no, ...bankAccountFields(account) }
  const written = { action: 'create', subject: subjectOf(id), before: null, after, reason: '' }
  const outcome = await commitCommand({
    context: merchantContext,
    principal,
    call: { written, concern: standingConcern('bank_account_created') },
    statements: [insertBankAccount(merchantContext.db, account)],
  })
  if (outcome !== 'committed') throw new Error(`bank account ${id} was not written: ${outcome}`)
  return viewOf(merchantContext, account)
}

// The database that the account is asked for, by default the newest.
function wantedContext(context: Context, { database }: NewBankAccount): MerchantContext {
  const all = allContexts(context)
  const wanted = all[database ?? all.length - 1]
  if (wanted === undefined) throw withoutDatabase(context, database)
  return wanted
}

// Refuses an unknown bank, and switches that the account cannot have.
function refuseUnfit(request: NewBankAccount): void {
  const { bank_code: code, use, feeds, auto } = request
  if (bankNameOf(code) === null) {
    throw invalid(
      'bank_code',
      say(`銀行清單沒有代碼 ${code}`, `The list of banks has no code ${code}`),
    )
  }
  const { auto_sources: autoSources, statement_format: statementFormat } = request
  refuseSwitches({ use, feeds, auto, autoSources, statementFormat })
}

function newAccount(request: NewBankAccount, id: number, createdAt: number): BankAccount {
  return {
    ...noAutoWork,
    id,
    state: 'active',
    version: 1,
    createdAt,
    bankCode: request.bank_code,
    accountNo: request.account_no,
    holderName: request.holder_name,
    agents: request.agents,
    merchants: request.merchants,
    feeds: request.feeds,
    use: request.use,
    dailyCap: request.daily_cap,
    feeMax: request.fee_max,
    backing: request.backing,
    statementFormat: request.statement_format,
    note: request.note,
    waitingCount: 0,
    waitingAmount: 0,
    lastTransactionAt: null,
    day: 0,
    handedOut: 0,
    received: 0,
    auto: request.auto,
    autoMax: request.auto_max,
    autoAwaitingMax: request.auto_awaiting_max,
    autoSources: request.auto_sources,
  }
}

type BankNumber = Pick<BankAccount, 'bankCode' | 'accountNo'>

/** A number with the id that its approver saw; null without an approver. */
type NumberToPlace = BankNumber & { readonly askedFor: number | null }

async function refuseRegistered(context: Context, number: BankNumber): Promise<void> {
  if (await isRegistered(context, number)) throw new Refusal('duplicate_bank_account')
}

/** Whether the deployment has an account with this bank and number. */
export async function isRegistered(context: Context, number: BankNumber): Promise<boolean> {
  const id = await findRegistered(context.platformDb, number)
  const merchantContext = id === null ? null : contextOfOrder(context, id)
  if (id === null || merchantContext === null) return false
  return (await findBankAccount(merchantContext.db, id)) !== null
}

// The place for a call that waits for a second person: checked, without a write.
async function nextPlaceOf(
  context: Context,
  number: NumberToPlace,
  wanted: MerchantContext,
): Promise<Place> {
  const known = await findRegistered(context.platformDb, number)
  const id = known ?? recordId(context.now(), context.random(), wanted.databaseNumber)
  return { id, merchantContext: contextOfOrder(context, id) ?? wanted }
}

type Place = { readonly id: number; readonly merchantContext: MerchantContext }

// The directory's id and database for the number, which are added if missing: those that the approver saw, unless the
// id has been taken since.
async function accountPlace(
  context: Context,
  { askedFor, ...number }: NumberToPlace,
  { databaseNumber }: MerchantContext,
): Promise<Place> {
  const { platformDb } = context
  return retry('drew an id that was taken', 10, async (tries) => {
    const next = () => recordId(context.now(), context.random(), databaseNumber)
    const drawn = tries === 0 && askedFor !== null ? askedFor : next()
    const outcome = await commit(platformDb, [register(platformDb, { ...number, id: drawn })])
    if (outcome !== 'committed') return null
    const id = await findRegistered(platformDb, number)
    const merchantContext = id === null ? null : contextOfOrder(context, id)
    if (id === null || merchantContext === null) {
      throw new Error(`settings: the database of bank account ${id} is not bound`)
    }
    return { id, merchantContext }
  })
}

/** One account; refuses with `not_found`, also an agent who may not use it. */
export async function showBankAccount(
  context: Context,
  principal: Principal,
  id: number,
): Promise<BankAccountView> {
  const merchantContext = contextOfOrder(context, id)
  const account = merchantContext && (await findBankAccount(merchantContext.db, id))
  if (account === null || merchantContext === null || !mayUseAccount(account, principal))
    throw unknownAccount()
  return viewOf(merchantContext, account)
}

/** Accounts, newest first. An agent sees those that it may use, without balances, so its pages may be short. */
export async function listBankAccounts(
  context: Context,
  principal: Principal,
  { cursor = Number.MAX_SAFE_INTEGER, limit, balances }: BankAccountPage,
): Promise<ItemPage<AccountItem>> {
  const today = taipeiDay(toSeconds(context.now()))
  const read = async (one: MerchantContext) => {
    const found = await newestBankAccounts(one.db, cursor, limit)
    const ids = found.map(({ id }) => id)
    const [gaps, statements] = await Promise.all([
      gapsOf(one.db, ids),
      balances === undefined || principal.role === 'agent' ? null : statementBalances(one, ids),
    ])
    return found.map((account) => {
      const record = { account, today, gaps: gaps.get(account.id) ?? [] }
      const statement = statements === null ? {} : { statement: statements.get(account.id) ?? null }
      return { account, view: { ...bankAccountView(record, one.databaseNumber), ...statement } }
    })
  }
  const accounts = await newestOfAll({
    contexts: allContexts(context),
    read,
    idOf: ({ account }) => account.id,
    limit,
  })
  const { items, next_cursor } = pageView({
    items: accounts,
    limit,
    viewOf: identity,
    idOf: ({ account }) => account.id,
  })
  const usable = items.filter(({ account }) => mayUseAccount(account, principal))
  return { items: usable.map(({ view }) => view), next_cursor }
}

const identity = <Item>(item: Item) => item

/**
 * Changes the given fields of an account. Once it is frozen, no page shows its number, and its waiting orders become
 * exceptions: the first with the call, the rest by the minute's job (back office §2).
 */
export async function patchBankAccount({
  context,
  principal,
  id,
  patch,
}: Command & { readonly id: number; readonly patch: BankAccountPatch }): Promise<BankAccountView> {
  const merchantContext = contextOfOrder(context, id)
  if (merchantContext === null) throw unknownAccount()
  const { db } = merchantContext
  return retry(`bank account ${id}: lost a race`, 10, async () => {
    const account = await findBankAccount(db, id)
    if (account === null) throw unknownAccount()
    const changes = accountPatchOf(account, patch)
    if (changes === null) return showBankAccount(context, principal, id)
    const { before, after } = changes
    const written = { action: 'patch', subject: subjectOf(id), before, after, reason: '' }
    refuseSwitches({ ...account, ...changes.fields }, changes.names)
    const journaled = { written, concern: concernOfPatch(account, changes) }
    const change = changeBankAccount(db, account, changes.fields)
    const outcome = await commitCommand({
      context: merchantContext,
      principal,
      call: journaled,
      statements: [change, ...dueBy(merchantContext, id, changes.fields)],
    })
    if (outcome !== 'committed') return null
    await followUp(merchantContext, changes.fields)
    return showBankAccount(context, principal, id)
  })
}

// Deposits of the last day are judged when the account starts to settle (matching §4).
function dueBy(
  { now }: MerchantContext,
  accountId: number,
  { auto }: Partial<AccountFields>,
): readonly Statement[] {
  if (auto !== 'settle') return []
  return [dueOnAccount({ accountId, from: firstIdAt(toSeconds(now()) - dueSeconds) })]
}

// Refuses with `validation_error` switches that the account cannot have, on a changed field.
function refuseSwitches(
  { statementFormat, ...terms }: SwitchedAccount,
  changed: readonly string[] = [],
): void {
  const hasDatesAlone =
    statementFormat !== null && formatOf(statementFormat).columns.time === undefined
  const found = problemOfSwitches({ ...terms, hasDatesAlone }, changed)
  if (found !== null) throw invalid(found.field, found.problem)
}

type SwitchedAccount = Omit<AccountSwitches, 'hasDatesAlone'> & Pick<BankAccount, 'statementFormat'>

// The consequences of a change, after its commit.
async function followUp(context: MerchantContext, { state, auto }: AccountChanges): Promise<void> {
  if (state === 'frozen') await putAsideSome(context)
  if (auto === 'settle') context.later(judgeNew(context))
}

// The account stays frozen if this fails: the minute's job does the rest.
async function putAsideSome(context: MerchantContext): Promise<void> {
  try {
    await putAsideFrozenIn(context, 1)
  } catch (error) {
    context.log({ event: 'frozen_not_put_aside', fault: faultText(error) })
  }
}

async function viewOf(context: MerchantContext, account: BankAccount): Promise<BankAccountView> {
  const { id } = account
  const gaps = (await gapsOf(context.db, [id])).get(id) ?? []
  const today = taipeiDay(toSeconds(context.now()))
  return bankAccountView({ account, today, gaps }, context.databaseNumber)
}

function subjectOf(id: number): Subject {
  return { kind: 'bank_account', name: String(id) }
}
