import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyChanges } from '../../../../src/rules/accounts/ledger.ts'
import { collectionTallyChanges } from '../../../../src/rules/accounts/tally.ts'
import {
  decideConfirmation,
  decideReversal,
  decideSettlement,
  placeCollection,
} from '../../../../src/rules/orders/collection-moves.ts'
import { decideException, decideMatch } from '../../../../src/rules/orders/matching.ts'
import { entriesFor } from '../../../../src/rules/orders/order-events.ts'
import type { Collection } from '../../../../src/rules/orders/orders.ts'
import type { Decision, Step } from '../../../../src/rules/orders/steps.ts'
import { forAll } from '../../../support/property.ts'
import {
  aCollectionRequest,
  agent,
  aMerchant,
  aPrice,
  asMerchant,
  now,
  operator,
  plainCase,
} from '../examples.ts'

// Random collections, and random moves of them in any order.

const account = {
  agent: 'amy@back.example',
  collectionAccountName: 'name',
  collectionAccountNo: 'no',
  collectionBankName: 'bank',
}

const prices = [aPrice({ collection: { ratePpm: 15_000, fixed: 300, min: 400, max: 500 } })]
const priced = { ...plainCase, merchant: aMerchant({ prices }) }

const aSum = () => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 }))

function aCreation(): fc.Arbitrary<Step<Collection>> {
  const statuses = fc.constantFrom('pending' as const, 'succeeded' as const, 'manual' as const)
  const matching = fc.constantFrom('pending' as const, 'matched' as const, 'exception' as const)
  return fc
    .record({
      status: statuses,
      collection_status: matching,
      amount: fc.integer({ min: 1, max: 20_000 }),
      paid_amount: fc.option(aSum()),
      notify_url: fc.constantFrom('', 'https://shop.example/notify'),
      trusted: fc.boolean(),
      hasPrice: fc.boolean(),
    })
    .map(({ trusted, hasPrice, ...request }) => {
      const identity = { id: 2, tradeNo: 'C1', linkId: null }
      return placeCollection({
        request: aCollectionRequest(request),
        merchant: aMerchant({ trusted, prices: hasPrice ? prices : [] }),
        identity,
        maker: asMerchant,
      })
    })
}

type Move = (collection: Collection) => Decision<Collection>

function aMove(): fc.Arbitrary<Move> {
  const overrides = fc.oneof(fc.boolean(), fc.subarray(['amount', 'balance'] as const))
  const settlement = fc.record({
    paidAmount: fc.option(aSum()),
    paidAt: fc.constant(null),
    manual: fc.boolean(),
    override: overrides,
  })
  const actors = fc.constantFrom(agent, operator)
  return fc.oneof(
    actors.map(
      (actor): Move =>
        (found) =>
          decideMatch({ order: found, match: account, hasAccounts: false, maker: { actor, now } }),
    ),
    actors.map(
      (actor): Move =>
        (found) =>
          decideException(found, 'reason', { actor, now }),
    ),
    fc.tuple(fc.boolean(), overrides).map(
      ([accept, override]): Move =>
        (found) =>
          decideConfirmation({ ...priced, order: found, input: { accept, reason: '', override } }),
    ),
    fc.constantFrom('wrong_match' as const, 'money_returned' as const).map(
      (because): Move =>
        (found) =>
          decideReversal({ ...priced, order: found, input: { reason: 'reason', because } }),
    ),
    fc.tuple(settlement, actors).map(
      ([told, actor]): Move =>
        (found) =>
          decideSettlement({ ...priced, order: found, input: told, maker: { actor, now } }),
    ),
  )
}

/** The steps of a collection in their order, each with the collection before it. */
function aLife(): fc.Arbitrary<readonly (readonly [Collection | null, Step<Collection>])[]> {
  return fc.tuple(aCreation(), fc.array(aMove(), { maxLength: 12 })).map(([creation, moves]) => {
    const life: [Collection | null, Step<Collection>][] = [[null, creation]]
    for (const move of moves) {
      const [, { order: collection }] = life.at(-1) ?? [null, creation]
      const decision = move(collection)
      if (decision.kind === 'step') life.push([collection, decision.step])
    }
    return life
  })
}

const lastOf = (life: readonly (readonly [Collection | null, Step<Collection>])[]) => {
  const last = life.at(-1)?.[1].order
  if (last === undefined) throw new Error('no life')
  return last
}

const runs = 3_000

test('property: the journal is unbroken, each event leading from where the one before led', () =>
  forAll([aLife()], runs, (life) => {
    const events = life.map(([, { event }]) => event)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ from }) => from)).toEqual(['', ...events.slice(0, -1).map(({ to }) => to)])
    expect(lastOf(life).seq).toBe(events.length)
  }))

test('property: only a reversal or a rejection leaves succeeded or manual, and nothing returns to a waiting match (§3.1 transitions)', () =>
  forAll([aLife()], runs, (life) => {
    for (const [before, { order: collection, event }] of life.slice(1)) {
      if (before === null) throw new Error('a second creation')
      const isUndone = event.fact.name === 'reversed' || event.fact.name === 'rejected'
      if (isUndone) expect(event.to).toBe('pending/exception')
      else if (before.status !== 'pending') expect(collection.status).toBe(before.status)
      if (before.collectionStatus !== 'pending') {
        expect(collection.collectionStatus).not.toBe('pending')
      }
    }
  }))

test('property: a collection owes one callback each time it is paid, and only with an address (§6 collection)', () =>
  forAll([aLife()], runs, (life) => {
    for (const [before, { order, callback }] of life) {
      const isPaid = (before?.status ?? 'pending') === 'pending' && order.status !== 'pending'
      expect(callback?.kind === 'owed').toBe(isPaid && order.notifyUrl !== '')
      if (callback?.kind !== 'owed') continue
      expect(callback.url).toBe(order.notifyUrl)
      expect(callback.body.paid_amount).toBe(order.paidAmount / 100)
    }
  }))

test('property: the journal books the worth of the collection, and never twice', () =>
  forAll([aLife()], runs, (life) => {
    const booked = moneyChanges(life.flatMap(([, { event }]) => entriesFor(event.fact)))
    const { status, confirmation, paidAmount, pricing, fee } = lastOf(life)
    const paid = status === 'pending' ? 0 : paidAmount
    if (confirmation === 'rejected') expect(status).toBe('pending')
    const isCredited = confirmation === 'none' || confirmation === 'accepted'
    const fees = fee ?? 0
    expect(booked).toEqual({
      available: isCredited ? paid - fees : 0,
      frozen: 0,
      unconfirmed: confirmation === 'awaiting' ? paid : 0,
      fees,
    })
    const isPriced = pricing !== 0 && status !== 'pending' && isCredited
    expect(fee).toBe(isPriced ? Math.min(paid, 500, Math.max(400, shareOf(paid) + 300)) : null)
  }))

const shareOf = (paid: number) => Math.floor((paid * 15_000 + 500_000) / 1_000_000)

test('property: the credits of its steps are what it has made available, and are all on its day', () =>
  forAll([aLife()], runs, (life) => {
    const { creditedDay } = lastOf(life)
    const credits = life.flatMap(([, { credit }]) => credit ?? [])
    const booked = moneyChanges(life.flatMap(([, { event }]) => entriesFor(event.fact)))
    expect(credits.reduce((sum, { amount }) => sum + amount, 0)).toBe(booked.available)
    expect(new Set(credits.map(({ day }) => day)).size).toBeLessThan(2)
    if (creditedDay === null) expect(booked.available).toBe(0)
  }))

test('property: every entry is positive, and no bucket is ever below zero', () =>
  forAll([aLife()], runs, (life) => {
    const entries = life.flatMap(([, { event }]) => entriesFor(event.fact))
    for (const [index, { amount }] of entries.entries()) {
      expect(amount).toBeGreaterThan(0)
      const balances = Object.values(moneyChanges(entries.slice(0, index + 1)))
      expect(Math.min(...balances)).toBeGreaterThanOrEqual(0)
    }
  }))

test('property: tallies kept with every step are those of the collection as it stands', () =>
  forAll([aLife()], runs, (life) => {
    const kept: Record<string, { count: number; amount: number }> = {}
    for (const [before, { order: collection }] of life) {
      for (const { tally, count, amount } of collectionTallyChanges(before, collection)) {
        const sums = kept[tally] ?? { count: 0, amount: 0 }
        kept[tally] = { count: sums.count + count, amount: sums.amount + amount }
      }
    }
    const { status, amount, paidAmount } = lastOf(life)
    const counted = { count: 1, amount: status === 'pending' ? amount : paidAmount }
    const name = { pending: 'Pending', succeeded: 'Succeeded', manual: 'Manual' }[status]
    const some = Object.entries(kept).filter(([, sums]) => sums.count !== 0 || sums.amount !== 0)
    expect(some).toEqual([[`collection${name}`, counted]])
  }))
