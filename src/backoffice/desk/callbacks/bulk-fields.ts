import type { CallName } from '../../../contract/back-office/table.ts'
import { anyOf, type Conditions } from '../conditions.ts'
import type { Desk } from '../desk.ts'
import type { SubmittedForm } from '../submit-form.ts'

/** A call that changes the callbacks of a filter, a page at a time. */
type BulkCall = Extract<CallName, 'resendCallbacks' | 'reviveCallbacks'>

/**
 * The totals of a bulk call's pages so far: found by the filter, changed, and skipped because another call came first.
 */
type Totals = { readonly matched: number; readonly changed: number; readonly skipped: number }

// The list's filters that a bulk call takes too, and the other fields of its form.
const filterNames = ['merchant_uid', 'state', 'outcome', 'failing', 'from', 'to', 'test']
const fieldNames = [...filterNames, 'include_delivered', 'limit']

/** The filters of a list as fields of a bulk call's form. */
export function bulkFields(
  query: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(query).filter(([name]) => filterNames.includes(name))
}

/** The progress of a bulk call, in the address of its page. */
export type BulkProgress = {
  readonly call: BulkCall
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Of the next page; null once all are done. */
  readonly cursor: string | null
  readonly totals: Totals
}

export const progressQuery: Conditions = {
  call: ['resendCallbacks', 'reviveCallbacks'] satisfies BulkCall[],
  ...anyOf(...fieldNames, 'cursor', 'matched', 'changed', 'skipped'),
}

export function progressOf({ query }: Pick<Desk, 'query'>): BulkProgress {
  const numberAt = (name: string) => (/^\d{1,9}$/.test(query[name] ?? '') ? Number(query[name]) : 0)
  return {
    call: query.call === 'reviveCallbacks' ? 'reviveCallbacks' : 'resendCallbacks',
    fields: fieldNames.flatMap((name) =>
      query[name] === undefined ? [] : [[name, query[name]] as const],
    ),
    cursor: query.cursor ?? null,
    totals: {
      matched: numberAt('matched'),
      changed: numberAt('changed'),
      skipped: numberAt('skipped'),
    },
  }
}

/** A page of a bulk call, as either call answers. */
type BulkAnswer = {
  readonly matched: number
  readonly requested?: number
  readonly revived?: number
  readonly skipped: number
  readonly next_cursor: string | null
}

/** The address of a bulk call's progress page after one more page of the call. */
export function progressAddress(page: BulkAnswer, { name, sent, from }: SubmittedForm): string {
  const before = totalsBefore(from)
  const changed = page.requested ?? page.revived ?? 0
  const query = new URLSearchParams([
    ['call', name],
    ...fieldNames.flatMap((field) => (sent[field] ?? []).slice(-1).map((value) => [field, value])),
    ...(page.next_cursor === null ? [] : [['cursor', page.next_cursor]]),
    ['matched', String(before.matched + page.matched)],
    ['changed', String(before.changed + changed)],
    ['skipped', String(before.skipped + page.skipped)],
  ])
  return `${progressPath}?${query}`
}

export const progressPath = '/callbacks/progress'

// The totals of the previous pages; the page that shows them has the form of the next one.
function totalsBefore(from: string): Totals {
  const [path, search = ''] = from.split('?')
  const query = path === progressPath ? Object.fromEntries(new URLSearchParams(search)) : {}
  return progressOf({ query }).totals
}

/** The list that the filters of a bulk call name. */
export function listAddress({ fields }: BulkProgress): string {
  const filters = bulkFields(Object.fromEntries(fields)).map(([name, value]) => [name, value])
  return `/callbacks?${new URLSearchParams(filters)}`
}
