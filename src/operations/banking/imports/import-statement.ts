import type { Context } from '../../../context.ts'
import { builtInFormats } from '../../../contract/back-office/banking/built-in-formats.ts'
import type { StatementOptions } from '../../../contract/back-office/banking/statements.ts'
import { builtInFormatNames } from '../../../contract/back-office/states.ts'
import { servicePrefix } from '../../../contract/back-office-names.ts'
import { notFound, Refusal } from '../../../contract/refusals.ts'
import { aheadMaxSeconds } from '../../../rules/banking/posted-line.ts'
import { type ImportPlan, planImport } from '../../../rules/banking/statements/plan-import.ts'
import { readStatement } from '../../../rules/banking/statements/read-statement.ts'
import { type Principal, recordId } from '../../../rules/people/principal.ts'
import { importView, planView, storedProblems } from '../../../rules/views/banking/import-view.ts'
import {
  agreeToImport,
  type BankImport,
  findImport,
  insertImport,
} from '../../../store/banking/imports/bank-imports.ts'
import { commit } from '../../../store/database.ts'
import { toSeconds } from '../../../units/clock.ts'
import { say } from '../../../units/language.ts'
import { retry } from '../../../units/retry.ts'
import { runYielding } from '../../../units/time-limit.ts'
import type { Command, MerchantCommand } from '../../command.ts'
import { judgeAccount } from '../../matcher/judge-waiting.ts'
import { compareAfterImport } from '../../matcher/prove-settlements.ts'
import { contextOfOrder } from '../../merchant-contexts.ts'
import { writeJournal } from '../../people/journal-rows.ts'
import { formatOf } from '../format-of.ts'
import { requireAccount } from '../require-account.ts'
import { findLookalike } from './find-lookalike.ts'
import { stateFor, writeImport } from './write-import.ts'

/** The answer of an import: its id, or its preview. */
type ImportAnswer =
  | { readonly status: 202; readonly answer: { readonly import_id: number } }
  | { readonly status: 200; readonly answer: ReturnType<typeof planView> }

/**
 * Imports a statement (back office §3). The file is read and planned before anything is written. Refuses with
 * `statement_refused` a file with problems, with a broken chain of balances, or with another account's lines unless the
 * call claims them for this one. The writing continues after the answer; sending the file again completes an
 * interrupted import and adds nothing twice.
 */
export async function importStatement({
  context,
  principal,
  accountId,
  file,
  statementOptions: {
    dry_run: isDryRun,
    skip_problems: skipsProblems,
    this_account: isThisAccount,
  },
}: Command & {
  readonly accountId: number
  readonly file: Uint8Array
  readonly statementOptions: StatementOptions
}): Promise<ImportAnswer> {
  const { merchantContext, account } = await requireAccount(context, accountId)
  const latest = toSeconds(context.now()) + aheadMaxSeconds
  const read = await runYielding(readStatement(file, formatOf(account.statementFormat), latest))
  const state = await stateFor(merchantContext, accountId, read)
  const plan = await runYielding(planImport(read, state, null))
  const looksLike =
    isDryRun || !isThisAccount ? await findLookalike(merchantContext, accountId, plan) : null
  if (isDryRun) return { status: 200, answer: planView(plan, looksLike) }
  const isWrong = plan.chain === 'broken' || (plan.problems.length > 0 && !skipsProblems)
  if (isWrong || looksLike !== null) throw refused(plan, looksLike, isWrong)
  const importId = await begin({ context: merchantContext, principal, accountId, plan })
  const isJudged = account.auto === 'settle'
  const one = { importId, accountId, actor: principal.name, read, isJudged }
  context.later(
    writeImport(merchantContext, one, { plan, state }).then(() =>
      compareAfterImport(merchantContext, one),
    ),
  )
  return { status: 202, answer: { import_id: importId } }
}

export async function showImport(
  context: Context,
  importId: number,
): Promise<ReturnType<typeof importView>> {
  const { found } = await requireImport(context, importId)
  return importView(found, toSeconds(context.now()))
}

/**
 * Records another operator's agreement to an import (back office §3), and answers its state. A second agreement changes
 * nothing. Refuses its importer with `own_approval`, and service tokens with `forbidden`.
 */
export async function agreeImport(
  context: Context,
  principal: Principal,
  importId: number,
): Promise<ReturnType<typeof importView>> {
  const { found, merchantContext } = await requireImport(context, importId)
  if (principal.name.startsWith(servicePrefix)) throw new Refusal('forbidden')
  if (found.actor === principal.name) throw new Refusal('own_approval')
  if (found.agreedBy === '') {
    // Of two simultaneous agreements the later batch breaks.
    await commit(merchantContext.db, [
      agreeToImport({ importId, agreedBy: principal.name }),
      ...writeJournal(merchantContext, principal, {
        action: 'agree',
        subject: { kind: 'bank_import', name: String(importId) },
        before: null,
        after: { agreed_by: principal.name },
        reason: '',
      }),
    ])
    context.later(judgeAccount(merchantContext, found.bankAccountId))
  }
  return showImport(context, importId)
}

/** An import with the context of its database; refuses with `not_found`. */
export async function requireImport(context: Context, importId: number) {
  const merchantContext = contextOfOrder(context, importId)
  const found = merchantContext && (await findImport(merchantContext.db, importId))
  if (merchantContext === null || found === null) {
    throw notFound(say('查無此匯入，請確認編號', 'There is no such import; check its number'))
  }
  return { found, merchantContext }
}

/** The formats that come with the service, for an account's `statement_format`. */
export function listStatementFormats() {
  const items = builtInFormatNames.map((name) => ({ name, format: builtInFormats[name] }))
  return { items }
}

function refused(plan: ImportPlan, looksLike: number | null, isWrong: boolean): Refusal {
  const { problems, chain, broken_line, broken_balance, looks_like } = planView(plan, looksLike)
  const statement = { problems, chain, broken_line, broken_balance, looks_like }
  if (isWrong) return new Refusal('statement_refused', { statement })
  return new Refusal('statement_refused', {
    statement,
    message: say(
      '檔案過半的行屬於另一個帳戶，確定沒有選錯帳戶後才能匯入',
      'Most lines of the file belong to another account; confirm that this account is right to import it',
    ),
  })
}

async function begin({
  context,
  principal,
  accountId,
  plan,
}: MerchantCommand & { readonly accountId: number; readonly plan: ImportPlan }): Promise<number> {
  return retry(`import of account ${accountId}: drew an id that exists`, 5, async () => {
    const nowMs = context.now()
    const id = recordId(nowMs, context.random(), context.databaseNumber)
    const one = newImport({ id, now: toSeconds(nowMs), principal, accountId, importPlan: plan })
    const { from, to, chain, lines } = planView(plan, null)
    const outcome = await commit(context.db, [
      insertImport(context.db, one),
      ...writeJournal(context, principal, {
        action: 'statements',
        subject: { kind: 'bank_account', name: String(accountId) },
        before: null,
        after: { import_id: id, lines, from, to, chain },
        reason: '',
      }),
    ])
    return outcome === 'committed' ? id : null
  })
}

function newImport({
  id,
  now,
  principal,
  accountId,
  importPlan: { lines, problems, chain, broken, from, to, known },
}: {
  readonly id: number
  readonly now: number
  readonly principal: Principal
  readonly accountId: number
  readonly importPlan: ImportPlan
}): BankImport {
  return {
    id,
    bankAccountId: accountId,
    state: 'running',
    lines: lines.length,
    newLines: 0,
    knownLines: known,
    confirmedLines: 0,
    problems: storedProblems(problems),
    chain,
    brokenLine: broken?.line ?? null,
    fromDay: from,
    toDay: to,
    actor: principal.name,
    agreedBy: '',
    createdAt: now,
    writtenAt: now,
    refused: null,
    undo: null,
    newIn: 0,
  }
}
