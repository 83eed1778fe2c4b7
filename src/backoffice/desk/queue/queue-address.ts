import { anyOf, type Conditions, pathOf, withQuery } from '../conditions.ts'
import type { Desk } from '../desk.ts'

/** The part of an address that chooses the view, so a view is a link that can be sent. */
type QueueView = { readonly [Name in (typeof viewNames)[number]]?: string | undefined }
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

/** The conditions of the payout queue's address: whose orders, a place in the list, and the open order. */
export const payoutsView: Conditions = {
  who: ['mine', 'free'],
  test: ['only'],
  ...anyOf('cursor', 'in', 'order'),
}

/** The conditions of the collections' desk, which also has states and accounts. */
export const collectionsView: Conditions = {
  ...payoutsView,
  show: ['doubt', 'ready', 'pending', 'matched', 'exception', 'expired'],
  ...anyOf('bank_account', 'transaction'),
}

/**
 * The address of this page with another view, without undefined values and without a chosen transaction, which belongs
 * to one order.
 */
export function queueAddress(desk: Pick<Desk, 'address' | 'query'>, changes: QueueView): string {
  const view = { ...desk.query, transaction: undefined, ...changes }
  const pairs = viewNames.flatMap((name) => {
    const value = view[name]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  return withQuery(pathOf(desk), Object.fromEntries(pairs))
}

/** The calls' parameters of a view: whose orders, real or test ones. */
export function callFilters({ query, identity }: Pick<Desk, 'query' | 'identity'>) {
  return {
    agent: query.who === 'mine' ? identity.name : '',
    taken: query.who === 'free' ? 'false' : '',
    test: query.test === 'only' ? 'only' : '',
  }
}
