import type { Documented } from '../../contract/back-office/answers/answer.ts'
import { deskAnswers } from '../../contract/back-office/answers/desk-answers.ts'
import { serviceAnswers } from '../../contract/back-office/answers/service-answers.ts'
import type { Call } from '../../contract/back-office/calls/call.ts'
import { type Desk, desks } from '../../contract/back-office/calls/desks.ts'
import { roles } from '../../contract/back-office/roles.ts'

/** A route as the document tells it: a call of the table, or what the back office's Worker answers itself. */
export type Route = { readonly name: string; readonly call: Call } & Documented

/** Every route, calls first. */
export function routes(): readonly Route[] {
  const calls = (Object.keys(desks) as Desk[]).flatMap((desk) => {
    const answers: Readonly<Record<string, Documented>> = deskAnswers[desk]
    return Object.entries<Call>(desks[desk]).map(([name, { path, ...call }]) => {
      return {
        name,
        call: { ...call, path: `/api${path}` as const },
        ...answerNamed(answers, name),
      }
    })
  })
  return [...calls, ...serviceRoutes]
}

const serviceRoutes: readonly Route[] = [
  {
    name: 'openApi',
    call: { method: 'GET', path: '/api/openapi.json', roles },
    ...serviceAnswers.openApi,
  },
  { name: 'health', call: { method: 'GET', path: '/health', roles }, ...serviceAnswers.health },
]

function answerNamed(answers: Readonly<Record<string, Documented>>, name: string): Documented {
  const found = answers[name]
  if (found === undefined) throw new Error(`${name} is not documented`)
  return found
}
