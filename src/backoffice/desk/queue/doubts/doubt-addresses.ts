import type { Desk } from '../../desk.ts'
import type { NextOrder } from '../order-panel.tsx'
import { queueAddress } from '../queue-address.ts'
import type { DoubtLine } from './doubt-lines.tsx'

/** The line after the open one; if an act has taken the open one off the list, the line now in its place. */
export function nextDoubt(desk: Desk, lines: readonly DoubtLine[]): NextOrder | null {
  if (desk.query.in !== 'doubt') return null
  const chosen = chosenIn(desk)
  const others = lines.filter(({ id }) => !chosen.includes(id))
  const at = lines.findIndex(({ id }) => chosen.includes(id))
  const rest = at === -1 ? others.filter(({ id }) => id < Math.max(...chosen)) : lines.slice(at)
  const next = rest.find(({ id }) => !chosen.includes(id)) ?? others[0]
  return next === undefined ? null : { to: addressOfLine(desk, next), isFirst: false }
}

/** Whether the page's address opens a line. */
export const isOpenLine = (desk: Desk, id: number) => chosenIn(desk).includes(id)

// Several lines that together pay one order are open at once.
function chosenIn({ query: { transaction = '' } }: Desk): readonly number[] {
  return transaction.split(',').map(Number)
}

/** The address of the only fitting order with the line chosen; else the line's own, with the orders that it may pay. */
export function addressOfLine(desk: Desk, { id, orders = [] }: DoubtLine): string {
  const [only, ...others] = orders
  if (only !== undefined && others.length === 0) return addressOfPair(desk, id, only.trade_no)
  return queueAddress(desk, { in: 'doubt', order: undefined, transaction: String(id) })
}

/** The address of an order with a line chosen. */
export function addressOfPair(desk: Desk, line: number, order: string): string {
  return queueAddress(desk, { in: 'doubt', order, transaction: String(line) })
}
