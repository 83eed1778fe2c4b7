import type { Context, MerchantContext } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { Page } from '../../contract/back-office/values.ts'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { notFound, Refusal } from '../../contract/refusals.ts'
import type { statementQuery } from '../../contract/settlement/statement-endpoint.ts'
import { statementColumns } from '../../rules/export/book-columns.ts'
import { csvTable } from '../../rules/export/csv-table.ts'
import { type SettlementStatement, statementsBetween } from '../../rules/settlement/statement.ts'
import type { EntryPosition } from '../../rules/views/ledger-view.ts'
import { pageView } from '../../rules/views/page-view.ts'
import {
  type StatementEntry,
  settlementStatementView,
  statementEntryView,
} from '../../rules/views/settlement/statement-view.ts'
import { readStatementEnds } from '../../store/settlement/statements.ts'
import { toSeconds } from '../../units/clock.ts'
import { type Language, say } from '../../units/language.ts'
import { ledgerEntries } from '../archive/ledger-entries.ts'
import type { MerchantRequest } from '../command.ts'
import { boundedPages, type CsvParts, csvParts, type Pages } from '../export/csv-pages.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'

type View = ReturnType<typeof settlementStatementView>

/** A merchant's statements, newest first (fees §4). */
export async function listStatements(
  context: Context,
  uid: string,
  { cursor = newest + 1, limit }: Page,
): Promise<ItemPage<View>> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  const range = { merchantId: merchant.id, upTo: cursor - 1, limit }
  const ends = await readStatementEnds(merchantContext.db, range)
  // The end before the page may be that of number 1.
  const items = statementsBetween(ends).slice(0, limit)
  return pageView({ items, limit, viewOf: settlementStatementView, idOf: ({ number }) => number })
}

const newest = 999_999_999

/** One statement of a merchant; refuses with `not_found`. */
export async function showStatement(context: Context, uid: string, number: number): Promise<View> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  return settlementStatementView(await requireStatement(merchantContext, merchant.id, number))
}

/** Endpoint 16: the merchant's statement of that number, or the open one. Refuses with `statement_not_found`. */
export async function queryStatement({
  context,
  merchant,
  request,
}: MerchantRequest<RequestOf<typeof statementQuery>>): Promise<ResponseOf<typeof statementQuery>> {
  const statement = await findStatement(context, merchant.id, request.number ?? newest)
  if (statement === undefined || (request.number ?? statement.number) !== statement.number) {
    throw new Refusal('statement_not_found')
  }
  return { ok: 1, message: 'success', data: settlementStatementView(statement) }
}

/** The entries of a statement as CSV, newest first. Refuses with `not_found`. */
export async function exportStatement({
  context,
  uid,
  number,
  language,
}: {
  readonly context: Context
  readonly uid: string
  readonly number: number
  readonly language: Language
}): Promise<CsvParts> {
  const { merchant, merchantContext } = await requireMerchant(context, uid)
  const statement = await requireStatement(merchantContext, merchant.id, number)
  const pages = boundedPages(merchantContext, (counted) =>
    entryPages(counted, merchant.id, statement),
  )
  return csvParts(csvTable(statementColumns, language), pages, statementEntryView)
}

async function* entryPages(
  context: MerchantContext,
  merchantId: number,
  { number, openedAt, closedAt }: SettlementStatement,
): Pages<StatementEntry> {
  const end = (closedAt ?? toSeconds(context.now())) + writtenWithin
  const span = { number, from: openedAt - writtenWithin }
  let before: EntryPosition = { at: end, orderId: 0, seq: 0, number: 0 }
  while (context.mayGoOn()) {
    const entries = await ledgerEntries(context, { merchantId, before, limit: pageEntries, span })
    const rows = entries.map((entry) => ({ ...entry, kind: kindOf(entry.kind) }))
    if (rows.length > 0) yield rows
    const last = entries.length < pageEntries ? undefined : entries.at(-1)
    if (last === undefined) return 'whole'
    before = last
  }
  return 'cut_off'
}

function kindOf(kind: Awaited<ReturnType<typeof ledgerEntries>>[number]['kind']) {
  if (kind === null) throw new Error('an entry of a statement has no kind')
  return kind === 'fee_correction' ? 'correction' : kind
}

const pageEntries = 1_000

/** An entry is written within an hour of its time, because a Worker does not live that long. */
const writtenWithin = 3_600

async function requireStatement(
  context: MerchantContext,
  merchantId: number,
  number: number,
): Promise<SettlementStatement> {
  const found = await findStatement(context, merchantId, number)
  if (found?.number === number) return found
  throw notFound(say('查無此期結算單，請確認期數', 'There is no such statement; check its number'))
}

async function findStatement(
  { db }: MerchantContext,
  merchantId: number,
  upTo: number,
): Promise<SettlementStatement | undefined> {
  const [found] = statementsBetween(await readStatementEnds(db, { merchantId, upTo, limit: 1 }))
  return found
}
