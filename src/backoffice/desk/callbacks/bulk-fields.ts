import type { CallName } from '../../../contract/back-office/table.ts'
import type { SubmittedForm } from '../acts.ts'
import { anyOf, type Conditions } from '../conditions.ts'
import type { Desk } from '../desk.ts'

/** A call that goes through what a filter names, a page at a time. */
type BulkCall = Extract<CallName, 'resendCallbacks' | 'reviveCallbacks'>

/** What pages of such a call came to so far: named by the filter, changed, and left because others came before. */
export type Totals = {
  readonly matched: number
  readonly changed: number
  readonly skipped: number
}

// The filters of the list that a bulk call takes too, and what else its form has.
const filterNames = ['merchant_uid', 'state', 'outcome', 'failing', 'from', 'to', 'test']
const fieldNames = [...filterNames, 'include_delivered', 'limit']

/** The filters of a list as fields of a bulk call's form. */
export function bulkFields(
  asked: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(asked).filter(([name]) => filterNames.includes(name))
}

/** How far a bulk call is, as the page of its progress has it in its address. */
export type Progress = {
  readonly call: BulkCall
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Of the next page; null once all are done. */
  readonly cursor: string | null
  readonly totals: Totals
}

/** What the address of that page may ask: all that the page before has put there. */
export const progressConditions: Conditions = {
  call: ['resendCallbacks', 'reviveCallbacks'] satisfies BulkCall[],
  ...anyOf(...fieldNames, 'cursor', 'matched', 'changed', 'skipped'),
}

/** Reads it from the page's address. */
export function progressOf({ query }: Pick<Desk, 'query'>): Progress {
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

/** The address of the page that tells how far a bulk call is, after one more page of it. */
export function progressAddress(answer: object, { name, sent, from }: SubmittedForm): string {
  // What the call answers, as its document says.
  const page = answer as BulkAnswer
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

// What the pages before came to: the form of the next one is on the page that tells it.
function totalsBefore(from: string): Totals {
  const [path, search = ''] = from.split('?')
  const query = path === progressPath ? Object.fromEntries(new URLSearchParams(search)) : {}
  return progressOf({ query }).totals
}

/** The list that the filters of a bulk call name. */
export function listAddress({ fields }: Progress): string {
  const filters = bulkFields(Object.fromEntries(fields)).map(([name, value]) => [name, value])
  return `/callbacks?${new URLSearchParams(filters)}`
}
