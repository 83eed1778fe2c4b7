import type { Outcome } from '../../contract/back-office/call.ts'
import type { AnswerOf, CallName } from '../../contract/back-office/table.ts'
import { Refusal } from '../../contract/refusals.ts'
import { approve } from '../../operations/people/decide-approval.ts'
import { bankAccountHandlers } from './bank-account-handlers.ts'
import { bridgeHandlers } from './bridge-handlers.ts'
import { callbackHandlers } from './callback-handlers.ts'
import type { Handler, Handlers, SeveralStatuses } from './handlers.ts'
import { manyOrdersHandlers } from './many-orders-handlers.ts'
import { merchantHandlers } from './merchant-handlers.ts'
import { orderHandlers } from './order-handlers.ts'
import { peopleHandlers } from './people-handlers.ts'
import { serviceHandlers } from './service-handlers.ts'
import { settlementHandlers } from './settlement-handlers.ts'
import {
  importStatement,
  postTransaction,
  statementHandlers,
  transactionHandlers,
} from './transaction-handlers.ts'

const handlers: Handlers<Exclude<CallName, SeveralStatuses>> = {
  ...serviceHandlers,
  ...manyOrdersHandlers,
  ...orderHandlers,
  ...callbackHandlers,
  ...bankAccountHandlers,
  ...transactionHandlers,
  ...statementHandlers,
  ...merchantHandlers,
  ...settlementHandlers,
  ...peopleHandlers,
  ...bridgeHandlers,
}

const handlersOfSeveralStatuses: Handlers<SeveralStatuses> = {
  importStatement,
  postTransaction,
  approve: async ({ context, principal, path, body, roles, waiting = null }) => {
    const outcome = await approve(context, principal, {
      id: path.id,
      seq: body.seq ?? null,
      roles,
      waiting,
      carryOut: ({ name, ...stored }, asker) => {
        const handle = handlerNamed(name)
        // An earlier release stored a call that this one does not have.
        if (handle === null) throw new Refusal('not_found')
        const input = { ...stored, query: undefined, roles, language: 'zh' } as const
        return handle({ ...input, context, principal: asker })
      },
    })
    // Its answer is that of the approved call.
    return outcome as Outcome<AnswerOf<'approve'>>
  },
}

type AnyRequest = Parameters<Handler>[0]

/** The handler of a call by its name, or null. */
export function handlerNamed(name: string): Handler | null {
  // The back office parses each input with the schemas of the handler's type.
  const several = handlersOfSeveralStatuses as Readonly<Record<string, Handler>>
  if (Object.hasOwn(several, name)) return several[name] ?? null
  const plain = handlers as Readonly<Record<string, (request: AnyRequest) => Promise<object>>>
  const handle = Object.hasOwn(plain, name) ? plain[name] : undefined
  if (handle === undefined) return null
  return async (request) => ({ kind: 'answered', call: name, value: await handle(request) })
}
