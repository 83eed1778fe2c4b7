import { pageOfScope } from '../../back-office-calls.ts'
import { lifting, newHold } from '../holds.ts'
import { type Calls, operators, readers } from './call.ts'

export const holdCalls = {
  placeHold: { method: 'POST', path: '/holds', roles: operators, body: newHold, status: 201 },
  listHolds: { method: 'GET', path: '/holds', roles: readers, query: pageOfScope },
  liftHold: {
    ...{ method: 'POST', path: '/holds/:id{[0-9]{1,16}}/lift', roles: operators, body: lifting },
  },
} as const satisfies Calls
