import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type OverrideName,
  overrideNames,
} from '../../../../src/contract/back-office/orders/overrides.ts'
import { decideBacking } from '../../../../src/rules/banking/back-order.ts'
import { mayUseAccount } from '../../../../src/rules/banking/bank-account.ts'
import {
  type Evidence,
  type EvidenceDeposit,
  servesMerchant,
} from '../../../../src/rules/banking/claim.ts'
import {
  expectedOfCollection,
  expectedOfPayout,
  reasonsFor,
} from '../../../../src/rules/banking/evidence.ts'
import { payingIds } from '../../../../src/rules/banking/order-claims.ts'
import { decideReversal, decideSettlement } from '../../../../src/rules/orders/collection-moves.ts'
import { entriesFor, type OrderEvent } from '../../../../src/rules/orders/order-events.ts'
import { firstIdAt } from '../../../../src/rules/orders/order-identity.ts'
import { collectionKind } from '../../../../src/rules/orders/order-kinds.ts'
import type { Collection, Payout } from '../../../../src/rules/orders/orders.ts'
import { decideProcessing } from '../../../../src/rules/orders/payout-moves.ts'
import type { Step } from '../../../../src/rules/orders/steps.ts'
import { runsOf } from '../../../support/property.ts'
import { aCollection, agent, aMerchant, aPayout, now, operator } from '../examples.ts'

// The law of money: what a settlement credits is what the transactions that it claims have brought, and an agent claims
// what fits the order in every respect.

const merchant = aMerchant()
const ownAccount = 11
const few = <T>(...values: T[]) => fc.constantFrom(...values)

const terms = fc.record({
  id: few(ownAccount, ownAccount, ownAccount, ownAccount, 12),
  agents: few([], [], [], [agent.name], ['other@back.example']),
  merchants: few([], [], [], [merchant.uid], ['OTHER']),
  use: few('in' as const, 'out' as const, 'both' as const, 'both' as const, 'both' as const),
  backing: few('required' as const, 'later' as const),
  state: few('active' as const, 'active' as const, 'paused' as const),
  feeMax: few(1_500, 1_500, 1_499),
})

/** A transaction; most often one that fits. */
function aNamed(sign: 1 | -1): fc.Arbitrary<EvidenceDeposit> {
  const fields = fc.record({
    account: terms,
    amount: few(10_050, 10_050, 10_050, 5_025, 10_049, 10_065, -10_050),
    bookedAt: few(now, now, now, now - 61, now + 86_401),
    last5: few('67890', '67890', '67890', '11111', ''),
    state: few(
      'unclaimed' as const,
      'unclaimed' as const,
      'unclaimed' as const,
      'claimed' as const,
      'ignored' as const,
    ),
  })
  return fields.map(({ account, amount, bookedAt, last5, state }) => ({
    account,
    heldBy: state === 'claimed' ? 'C1' : '',
    counterpartyAccount: '',
    deposit: {
      id: 0,
      bankAccountId: account.id,
      bookedAt,
      dayOnly: false,
      amount: sign * amount,
      counterpartyLast5: last5,
      counterpartyName: '',
      state,
      createdAt: now,
    },
    twin: false,
    unconfirmed: false,
  }))
}

const someNamed = (sign: 1 | -1) =>
  fc
    .array(aNamed(sign), { maxLength: 2 })
    .map((all) =>
      all.map((one, n) => ({ ...one, deposit: { ...one.deposit, id: firstIdAt(now) + n } })),
    )

const override = fc.oneof(
  { weight: 3, arbitrary: fc.boolean() },
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.subarray([...overrideNames] as OverrideName[]) },
)
const actors = few(agent, operator)
const maker = (actor: typeof agent) => ({ actor, now })
const unknown = { unknown: [], isElsewhere: false, rivals: null }
const known = { hasAccounts: true, hasPayingAccount: true, isOwn: false }
const sum = (named: readonly EvidenceDeposit[]) =>
  named.reduce((total, { deposit }) => total + deposit.amount, 0)

/** What every claim must be, whoever makes it. */
function expectClaimed(step: Step<Collection | Payout>, named: readonly EvidenceDeposit[]): void {
  expect(step.claim?.claimed ?? []).toEqual(named.map(({ deposit }) => deposit.id))
  expect(step.order.backed).toBe(named.length > 0)
  expect(step.unbacked).toBe(named.length > 0 ? 0 : 1)
  expect(payingIds([step.event])).toEqual(step.claim?.claimed ?? [])
  for (const { deposit } of named) expect(deposit.state).toBe('unclaimed')
}

describe('a settlement that is accepted', () => {
  const collection = aCollection({
    counterpartyAccount: '12367890',
    last5: '67890',
    agent: agent.name,
    bankAccountId: ownAccount,
    accountSince: now * 1000,
  })
  const expected = expectedOfCollection(collection)

  test('credits the sum of what it claims; an agent’s fits in every respect', () => {
    let [claims, ofAgents] = [0, 0]
    const call = fc.record({
      paidAmount: few(null, null, 10_050, 10_049),
      paidAt: few(null),
      manual: fc.boolean(),
      override,
      reason: few(undefined, 'why'),
    })
    fc.assert(
      fc.property(someNamed(1), terms, call, actors, (deposits, account, settlement, actor) => {
        const evidence: Evidence = { deposits, ...unknown, account, ...known, expected }
        const decision = decideSettlement({
          order: collection,
          merchant,
          input: settlement,
          evidence,
          maker: maker(actor),
        })
        if (decision.kind === 'refused') return
        const { step } = decision
        expectClaimed(step, deposits)
        const [entry] = entriesFor(step.event.fact)
        expect(entry?.amount).toBe(step.order.paidAmount)
        if (deposits.length === 0) {
          if (actor === agent) expect(account.backing).toBe('later')
          return
        }
        claims += 1
        expect(entry?.amount).toBe(sum(deposits))
        if (actor !== agent) return
        ofAgents += 1
        expect(sum(deposits)).toBe(collection.amount)
        for (const one of deposits) {
          expect(reasonsFor(expected, one.deposit)).toEqual(
            expect.arrayContaining(['account', 'last5', 'in_time']),
          )
          expect(mayUseAccount(one.account, agent)).toBe(true)
        }
      }),
      { numRuns: runsOf(20_000) },
    )
    expect(claims).toBeGreaterThan(100)
    expect(ofAgents).toBeGreaterThan(10)
  })
})

describe('a payout that is processed', () => {
  const payout = aPayout({
    payeeAccount: '9-99967890',
    last5: '67890',
    agent: agent.name,
    createdAt: now,
  })
  const expected = expectedOfPayout(payout)

  test('debits what its transactions took less the bank’s fee; an agent’s is the amount, to the payee', () => {
    let ofAgents = 0
    const call = fc.record({
      actualAmount: few(null, null, 10_050, 10_049),
      voucherNo: few(null),
      processedAt: few(null),
      override,
      reason: few(undefined, 'why'),
      fee: few(0, 0, 0, 15),
    })
    const account = fc.option(terms, { freq: 4 })
    fc.assert(
      fc.property(someNamed(-1), account, call, actors, (deposits, other, processing, actor) => {
        // Most often the account that the first transaction is of.
        const paidFrom = processing.fee === 0 ? (deposits[0]?.account ?? other) : other
        const evidence: Evidence = { deposits, ...unknown, account: paidFrom, ...known, expected }
        const bankAccount = paidFrom?.id
        const asked = { ...processing, bankAccount }
        const decision = decideProcessing({
          order: payout,
          merchant,
          input: asked,
          evidence,
          maker: maker(actor),
        })
        if (decision.kind === 'refused') return
        const { step } = decision
        expectClaimed(step, deposits)
        if (actor === agent) expect(paidFrom).not.toBeNull()
        if (paidFrom !== null) expect(servesMerchant(paidFrom, merchant.uid, 'out')).toBe(true)
        if (deposits.length === 0) {
          expect(paidFrom?.backing ?? 'later').toBe('later')
          return
        }
        expect(sum(deposits)).toBe(-(step.order.actualAmount + processing.fee))
        if (actor !== agent) return
        ofAgents += 1
        expect(step.order.actualAmount).toBe(payout.amount)
        for (const one of deposits) expect(processing.fee).toBeLessThanOrEqual(one.account.feeMax)
        for (const { deposit } of deposits) {
          expect(reasonsFor(expected, deposit)).toEqual(
            expect.arrayContaining(['last5', 'in_time']),
          )
        }
      }),
      { numRuns: runsOf(20_000) },
    )
    expect(ofAgents).toBeGreaterThan(10)
  })
})

test('what pays an order is what its steps have claimed and not freed, whatever comes in between', () => {
  const collection = aCollection({ counterpartyAccount: '12367890', last5: '67890' })
  const expected = expectedOfCollection(collection)
  const fitting = (id: number, amount: number): EvidenceDeposit => ({
    account: {
      id: ownAccount,
      agents: [],
      merchants: [],
      use: 'both',
      backing: 'later',
      state: 'active',
      feeMax: 1_500,
    },
    heldBy: '',
    counterpartyAccount: '',
    deposit: {
      id,
      bankAccountId: ownAccount,
      bookedAt: now,
      dayOnly: false,
      amount,
      counterpartyLast5: '67890',
      counterpartyName: '',
      state: 'unclaimed',
      createdAt: now,
    },
    twin: false,
    unconfirmed: false,
  })
  const moves = fc.array(
    fc.record({
      what: few('settle' as const, 'back' as const, 'exchange' as const, 'reverse' as const),
      named: fc.boolean(),
      because: few('wrong_match' as const, 'money_returned' as const),
    }),
    { maxLength: 12 },
  )
  let backings = 0
  fc.assert(
    fc.property(moves, (asked) => {
      let order: Collection = collection
      let next = 1
      const claimed = new Map<number, number>()
      const events: OrderEvent[] = []
      const paying = () => payingIds(events).map((id) => ({ id, amount: claimed.get(id) ?? 0 }))
      for (const { what, named: some, because } of asked) {
        const back = what === 'reverse'
        const lines =
          some && !(back && because === 'wrong_match')
            ? [fitting(next, back ? -order.paidAmount : collection.amount)]
            : []
        next += 1
        const evidence = { deposits: lines, ...unknown, paying: paying() }
        const all = { ...evidence, account: null, ...known, expected }
        const plain = { paidAmount: null, paidAt: null, manual: false, override: false }
        const insteadOf = what === 'exchange' ? paying().map(({ id }) => id) : null
        const decision = back
          ? decideReversal({
              order,
              merchant,
              input: { reason: 'x', because },
              evidence,
              maker: maker(operator),
            })
          : what === 'settle'
            ? decideSettlement({
                order,
                merchant,
                input: plain,
                evidence: all,
                maker: maker(operator),
              })
            : decideBacking(collectionKind, {
                order,
                merchant,
                input: { insteadOf, reason: undefined },
                evidence,
                maker: maker(operator),
              })
        if (decision.kind === 'refused') continue
        const { step } = decision
        for (const id of step.claim?.claimed ?? []) claimed.set(id, lines[0]?.deposit.amount ?? 0)
        for (const id of step.claim?.freed ?? []) expect(claimed.delete(id)).toBe(true)
        if (step.event.fact.name === 'backed') backings += 1
        order = step.order
        events.push(step.event)
        const sum = paying().reduce((total, { amount }) => total + amount, 0)
        expect(order.backed).toBe(order.status === 'pending' ? null : paying().length > 0)
        expect(sum).toBe(order.backed ? order.paidAmount : 0)
        // What was paid and went back is still claimed; nothing else is.
        const kept = [...claimed.keys()].filter((id) => !payingIds(events).includes(id))
        const returned = events.filter(({ fact }) => fact.name === 'reversed')
        if (returned.length === 0) expect(kept).toEqual([])
      }
    }),
    { numRuns: runsOf(3_000) },
  )
  expect(backings).toBeGreaterThan(100)
})
