import type { Outcome } from '../../contract/back-office/call.ts'
import type { AnswerOf, CallName } from '../../contract/back-office/table.ts'
import { approve } from '../../operations/people/decide-approval.ts'
import { bankAccountHandlers } from './bank-account-handlers.ts'
import { bridgeHandlers } from './bridge-handlers.ts'
import { callbackHandlers } from './callback-handlers.ts'
import type { Handler, Handlers, SeveralStatuses } from './handlers.ts'
import { merchantHandlers } from './merchant-handlers.ts'
import { orderHandlers } from './order-handlers.ts'
import { overviewHandlers } from './overview-handlers.ts'
import { peopleHandlers } from './people-handlers.ts'
import { importStatement, postTransaction, transactionHandlers } from './transaction-handlers.ts'

const handlers: Handlers<Exclude<CallName, SeveralStatuses>> = {
  ...overviewHandlers,
  ...orderHandlers,
  ...callbackHandlers,
  ...bankAccountHandlers,
  ...transactionHandlers,
  ...merchantHandlers,
  ...peopleHandlers,
  ...bridgeHandlers,
}

const handlersOfSeveralStatuses: Handlers<SeveralStatuses> = {
  importStatement,
  postTransaction,
  approve: async ({ context, principal, path, body, roles }) => {
    const caller = { context, principal, goOn: nothingGoesOn }
    const outcome = await approve(context, principal, {
      id: path.id,
      seq: body.seq ?? null,
      roles,
      carryOut: ({ name, ...stored }, asker) => {
        const handle = handlerNamed(name)
        if (handle === null) throw new Error(`there is no call ${name}`)
        const input = { ...stored, query: undefined, roles, language: 'zh' } as const
        return handle({ ...input, ...caller, principal: asker })
      },
    })
    // Its answer is that of the call that was approved.
    return outcome as Outcome<AnswerOf<'approve'>>
  },
}

// What goes on after its answer is an import, which waits for nobody's approval.
function nothingGoesOn(): never {
  throw new Error('an approved call goes on after its answer')
}

type AnyRequest = Parameters<Handler>[0]

/** What carries out the call of that name; null where there is none. */
export function handlerNamed(name: string): Handler | null {
  // The back office reads each input by the schemas that the handler's type comes from.
  const several = handlersOfSeveralStatuses as Readonly<Record<string, Handler>>
  if (Object.hasOwn(several, name)) return several[name] ?? null
  const plain = handlers as Readonly<Record<string, (request: AnyRequest) => Promise<object>>>
  const handle = Object.hasOwn(plain, name) ? plain[name] : undefined
  if (handle === undefined) return null
  return async (request) => ({ kind: 'answered', call: name, value: await handle(request) })
}
