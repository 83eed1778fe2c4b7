import { anyOf, type Conditions } from '../conditions.ts'
import type { Desk } from '../desk.ts'

/** What of an address says which part of the desk is shown: a view is a link that can be sent. */
export type View = { readonly [Name in (typeof viewNames)[number]]?: string | undefined }
const viewNames = [
  'show',
  'who',
  'bank_account',
  'test',
  'cursor',
  'in',
  'order',
  'transaction',
] as const

/** What the address of the payouts' desk may ask: whose orders, a place in the list, and the order that is open. */
export const payoutsView: Conditions = {
  who: ['mine', 'free'],
  test: ['only'],
  ...anyOf('cursor', 'in', 'order'),
}

/** The same of the collections' desk, which also has states and accounts. */
export const collectionsView: Conditions = {
  ...payoutsView,
  show: ['doubt', 'ready', 'pending', 'matched', 'exception', 'expired'],
  ...anyOf('bank_account', 'transaction'),
}

/**
 * The address of this page with another view: what is undefined is left out, and so is a chosen transaction, which is
 * of one order.
 */
export function deskAddress(
  { address, query }: Pick<Desk, 'address' | 'query'>,
  changes: View,
): string {
  const view = { ...query, transaction: undefined, ...changes }
  const kept = viewNames.flatMap((name) => {
    const value = view[name]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  const path = address.split('?')[0] ?? ''
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

/** What of the calls' parameters the view stands for: whose orders, real or for tests. */
export function narrowingOf({ query, identity }: Pick<Desk, 'query' | 'identity'>) {
  return {
    agent: query.who === 'mine' ? identity.name : '',
    taken: query.who === 'free' ? 'false' : '',
    test: query.test === 'only' ? 'only' : '',
  }
}
