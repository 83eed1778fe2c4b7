import { describe, expect, test } from 'vitest'
import { rolesOf } from '../../../../src/contract/back-office/call-roles.ts'
import { type Identity, roles } from '../../../../src/contract/back-office/roles.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'
import { collectionKind, payoutKind } from '../../../../src/rules/orders/order-kinds.ts'
import {
  actionsOfCollection,
  actionsOfPayout,
  type PossibleAction,
  type Situation,
} from '../../../../src/rules/orders/possible-actions.ts'
import { aCollection, aMerchant, aPayout, now } from '../examples.ts'

// What happens is proved in test/workerd/orders/possible-actions.test.ts; here, that the list is that of the calls.

const surroundings = {
  merchant: aMerchant(),
  hasAccounts: true,
  hasPayingAccount: true,
  account: null,
  isHeld: false,
  money: 0,
  isLinkClosed: false,
  approvals: { on: true, from: null },
  alone: 0,
}
const reading = (role: Identity['role']) => ({
  ...surroundings,
  maker: { actor: { name: 'amy', role }, now },
})
const collection = (role: Identity['role']): Situation<ReturnType<typeof aCollection>> => ({
  ...reading(role),
  kind: collectionKind,
  order: aCollection(),
})
const payout = (role: Identity['role']): Situation<ReturnType<typeof aPayout>> => ({
  ...reading(role),
  kind: payoutKind,
  order: aPayout(),
})

/** The calls that move an order of a kind, by the last part of their paths. */
function callsOf(kind: 'collections' | 'payouts'): ReadonlyMap<string, readonly string[]> {
  const prefix = `/${kind}/:trade_no/`
  return new Map(
    namedCalls
      .filter(({ call }) => call.method === 'POST' && call.path.startsWith(prefix))
      // A note moves nothing.
      .filter(({ call }) => !call.path.endsWith('/notes'))
      .map(({ name, call }) => [call.path.slice(prefix.length), rolesOf(name)]),
  )
}

describe.each<['collections' | 'payouts', (role: Identity['role']) => readonly PossibleAction[]]>([
  ['collections', (role) => actionsOfCollection(collection(role))],
  ['payouts', (role) => actionsOfPayout(payout(role))],
])('the actions of %s', (kind, actionsFor) => {
  test('are the calls that move them', () => {
    const names = actionsFor('operator').map(({ name }) => name)
    expect(names.toSorted()).toEqual([...callsOf(kind).keys()].sort())
  })

  test.each(roles)('are forbidden to %s where the calls are', (role) => {
    for (const { name, refusal } of actionsFor(role)) {
      const isForbidden = callsOf(kind).get(name)?.includes(role) !== true
      expect([name, refusal === 'forbidden']).toEqual([name, isForbidden])
    }
  })
})

test.each<[string, (backed: boolean) => readonly PossibleAction[]]>([
  [
    'a collection',
    (backed) => {
      const order = aCollection({ status: 'succeeded', paidAmount: 100, backed })
      return actionsOfCollection({ ...collection('operator'), order })
    },
  ],
  [
    'a payout',
    (backed) => {
      const order = aPayout({ status: 'processed', actualAmount: 100, backed })
      return actionsOfPayout({ ...payout('operator'), order })
    },
  ],
])(
  'of %s its transactions can be exchanged, with a second person, or named',
  (_what, actionsIf) => {
    for (const backed of [true, false]) {
      const back = actionsIf(backed).find(({ name }) => name === 'back')
      expect(back).toEqual({ name: 'back', refusal: null, needsSecond: backed })
    }
  },
)
