import { type BackingInput, decideBacking } from '../../rules/banking/back-order.ts'
import { decideRelease, decideTaking } from '../../rules/orders/order-step.ts'
import type { Order } from '../../rules/orders/orders.ts'
import type { JsonView } from '../../rules/people/changed-fields.ts'
import { orderEvidence } from '../banking/gather-evidence.ts'
import {
  agentFor,
  type MoveCommand,
  type MoveResult,
  moveOrder,
  type OrderBook,
  type OrderOfMerchant,
  type PlainCommand,
  type TransactionRefs,
} from './move-order.ts'

/** Assigns a waiting order to the named agent, or to its actor. */
export function takeOrder<O extends Order, View extends JsonView>(
  book: OrderBook<O, View, OrderOfMerchant<O>>,
  command: MoveCommand<string | undefined>,
): MoveResult<View> {
  return moveOrder(book, command, {
    action: 'take',
    decide: ({ order }, maker) => {
      const agent = agentFor(command.principal, command.input)
      return decideTaking({ kind: book.kind, order, agent, maker })
    },
  })
}

/** Releases an order from its agent. */
export function releaseOrder<O extends Order, View extends JsonView>(
  book: OrderBook<O, View, OrderOfMerchant<O>>,
  command: PlainCommand,
): MoveResult<View> {
  return moveOrder(book, command, {
    action: 'release',
    decide: ({ order }, maker) => decideRelease({ kind: book.kind, order, maker }),
  })
}

/** Names the transactions that paid an order, or exchanges them; moves no money (back office §4). */
export function backOrder<O extends Order, View extends JsonView>(
  book: OrderBook<O, View, OrderOfMerchant<O>>,
  command: MoveCommand<BackingInput & TransactionRefs>,
): MoveResult<View> {
  const { input } = command
  return moveOrder(book, command, {
    action: 'back',
    decide: async (found, maker) => {
      const { order, merchantContext } = found
      const evidence = await orderEvidence(merchantContext, order, input.bankTransactions)
      return decideBacking(book.kind, { ...found, input, evidence, maker })
    },
  })
}
