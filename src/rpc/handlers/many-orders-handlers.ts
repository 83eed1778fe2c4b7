import type { manyOrdersCalls } from '../../contract/back-office/banking/many-orders.ts'
import type { CallInput } from '../../contract/back-office/call.ts'
import { listReady } from '../../operations/banking/list-ready.ts'
import type { OrderOutcome } from '../../operations/orders/many/order-outcome.ts'
import { reassignCollections } from '../../operations/orders/many/reassign-collections.ts'
import { settleCollections } from '../../operations/orders/many/settle-collections.ts'
import type { Handlers } from './handlers.ts'

export const manyOrdersHandlers: Handlers<keyof typeof manyOrdersCalls> = {
  listReady: ({ context, principal, query }) => listReady(context, principal, query),
  settleCollections: async ({ context, principal, body, language }) => {
    const outcomes = await settleCollections(context, principal, body)
    return { items: outcomes.map((outcome) => outcomeIn(outcome, language)) }
  },
  reassignCollections: async ({ context, principal, path, body, language }) => {
    const id = Number(path.id)
    const { items, more } = await reassignCollections({ context, principal, id, call: body })
    return { items: items.map((outcome) => outcomeIn(outcome, language)), more }
  },
}

function outcomeIn<Done extends string>(
  { message, ...outcome }: OrderOutcome<Done>,
  language: CallInput['language'],
) {
  return message === undefined ? outcome : { ...outcome, message: message[language] }
}
