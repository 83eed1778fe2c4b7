import type { MerchantContext } from '../../context.ts'
import { countFindings, sumFindings } from '../../rules/books/check-archive.ts'
import type { Finding } from '../../rules/books/finding.ts'
import {
  type ArchivedCounts,
  type ArchivedPlace,
  type ArchiveSums,
  readArchived,
  readObjects,
} from '../../store/books/archive-pages.ts'

/** The position of a step: among the archived orders of each merchant, then among the objects. */
export type ArchivePlace =
  | { readonly of: 'orders'; readonly last: ArchivedPlace; readonly begun: PassCounts | null }
  | {
      readonly of: 'objects'
      readonly after: number
      readonly sums: ArchiveSums
      /** The tallies before the first object. */
      readonly tallied: ArchiveSums | null
    }

/** The counts of a merchant so far, and its tallies at the beginning. */
type PassCounts = { readonly counted: ArchivedCounts; readonly tallied: ArchivedCounts }

type Step = { readonly findings: readonly Finding[]; readonly place: ArchivePlace | null }

/**
 * Compares the sums of the archive, by merchant and by object, with the tallies of archived orders. Nothing is archived
 * meanwhile; orders that came back are left to the next pass.
 */
export function checkArchive(
  { db }: MerchantContext,
  place: ArchivePlace,
  { archived: limit }: { readonly archived: number },
): Promise<Step> {
  return place.of === 'orders' ? countOrders(db, place, limit) : addUpObjects(db, place, limit)
}

export const firstOfArchive: ArchivePlace = {
  of: 'orders',
  last: { merchantId: 0, id: 0 },
  begun: null,
}

async function countOrders(
  db: MerchantContext['db'],
  { last: from, begun }: ArchivePlace & { readonly of: 'orders' },
  limit: number,
): Promise<Step> {
  const { counted, tallied, last } = await readArchived(db, from, limit)
  const rowsOf = new Map(counted.map((one) => [one.merchantId, one]))
  const talliesOf = new Map(tallied.map((one) => [one.merchantId, one]))
  const merchants = new Set([...rowsOf.keys(), ...talliesOf.keys()])
  const read = [...merchants]
    .toSorted((one, other) => one - other)
    .map((merchantId) => {
      const none = { merchantId, collections: 0, payouts: 0 }
      const rows = rowsOf.get(merchantId) ?? none
      const says = talliesOf.get(merchantId) ?? { ...none, uid: String(merchantId) }
      const before = begun?.counted.merchantId === merchantId ? begun : null
      return { rows: added(rows, before?.counted ?? none), says, began: before?.tallied ?? says }
    })
  const through =
    last === null ? read : read.filter(({ says }) => says.merchantId < last.merchantId)
  const findings = through.flatMap((one) => countFindings(one.rows, one.says, one.began))
  const open = read.find(({ says }) => says.merchantId === last?.merchantId)
  if (last === null || open === undefined) return { findings, place: firstObject }
  const next = { counted: open.rows, tallied: open.began }
  return { findings, place: { of: 'orders', last, begun: next } }
}

function added(one: ArchivedCounts, other: ArchivedCounts): ArchivedCounts {
  const { merchantId } = one
  const collections = one.collections + other.collections
  return { merchantId, collections, payouts: one.payouts + other.payouts }
}

const nothing: ArchiveSums = { orders: 0, collected: 0, paidOut: 0 }

const firstObject: ArchivePlace = { of: 'objects', after: 0, sums: nothing, tallied: null }

async function addUpObjects(
  db: MerchantContext['db'],
  { after, sums: before, tallied: began }: ArchivePlace & { readonly of: 'objects' },
  limit: number,
): Promise<Step> {
  const { sums: more, tallied, last } = await readObjects(db, { after, limit })
  const sums: ArchiveSums = {
    orders: before.orders + more.orders,
    collected: before.collected + more.collected,
    paidOut: before.paidOut + more.paidOut,
  }
  if (last !== null) {
    return { findings: [], place: { of: 'objects', after: last, sums, tallied: began ?? tallied } }
  }
  return { findings: sumFindings(sums, tallied, began ?? tallied), place: null }
}
