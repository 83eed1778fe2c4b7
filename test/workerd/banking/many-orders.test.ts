import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ann, ask, ben, withApprovals } from '../support/back-office.ts'
import { anAccount, expectSoundAccounts, patch } from '../support/bank-accounts.ts'
import { aBankAccount, aShopWithAccount, aTransaction, holdersOf } from '../support/banking.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aPayout, move } from '../support/orders.ts'
import { agent, aMerchant, rows } from '../support/service.ts'
import { aMatched, amy, aPair, carl, context, itemsOf, payer } from './exact-pairs.ts'

// What is done with many orders at once, and notes on one (back office §8).

// For the long form.
const rounds = Number(env.CLAIM_ROUNDS)

test('several collections settled at once each have their own outcome', async () => {
  const { shop, account } = await aShopWithAccount()
  const pairs = [await aPair(shop, account, 1), await aPair(shop, account, 2)]
  const [first, second] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
  const taken = {
    trade_no: await aMatched(shop, account),
    bank_transaction: first.bank_transaction,
  }
  const unknown = { trade_no: 'C0000000000000000000000000', bank_transaction: 1 }
  const wide = await aMatched(shop, account, payer(4).fields)
  const late = await aTransaction(account, { ...payer(4).line, bookedAt: 1_000_000_000 })
  const body = itemsOf([first, taken, unknown, { trade_no: wide, bank_transaction: late }, second])
  const { value } = await ask(context, amy, 'settleCollections', {}, body)
  expect(value.items).toMatchObject([
    { trade_no: first.trade_no, outcome: 'settled' },
    { outcome: 'bank_transaction_taken', held_by: first.trade_no },
    { outcome: 'not_found' },
    { outcome: 'evidence_differs', differs: ['in_time'] },
    { trade_no: second.trade_no, outcome: 'settled', paid_amount: 100 },
  ])
  expect(value.items[1].message).toMatch(/[一-龥]/)
  const again = await ask(context, amy, 'settleCollections', {}, itemsOf([first]))
  expect(again.value.items).toMatchObject([{ outcome: 'already_final' }])
  await expectSoundBooks()
})

test('a collection that needs a second person waits, and the others are settled', async () => {
  const shop = await aMerchant()
  const account = await anAccount({ feeds: ['service:bank'] })
  const below = withApprovals({}, { from: 15_000 })
  const pairs = []
  for (const n of [1, 2, 3]) {
    const trade = await aMatched(shop, account.id, payer(n).fields)
    const line = { postedBy: ann.name, source: 'hand' as const }
    pairs.push({
      trade_no: trade,
      bank_transaction: await aTransaction(account.id, { ...payer(n).line, ...line }),
    })
  }
  const { value } = await ask(below, ann, 'settleCollections', {}, itemsOf(pairs))
  expect(value.items.map((item: { outcome: string }) => item.outcome)).toEqual([
    'settled',
    'waiting',
    'waiting',
  ])
  const repeated = await ask(below, ann, 'settleCollections', {}, itemsOf(pairs.slice(1, 2)))
  const { approval_id: id } = value.items[1]
  expect(repeated.value.items).toMatchObject([{ outcome: 'approval_waiting', approval_id: id }])
  const decided = await ask(below, ben, 'approve', { id: String(id) }, {})
  expect(decided).toMatchObject({ as: 'settleCollection', error: '' })
})

test(`twenty settled at once beside agents at the same orders have one effect each, ${rounds} runs`, {
  timeout: 1_800_000,
}, async () => {
  const shop = await aMerchant({ settings: { rate_limit: 'off' } })
  const account = await aBankAccount()
  for (let round = 0; round < rounds; round += 1) {
    const pairs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => aPair(shop, account, 20 * round + n)),
    )
    const alone = pairs.map((pair) =>
      ask(
        context,
        amy,
        'settleCollection',
        { trade_no: pair.trade_no },
        {
          manual: false,
          override: false,
          bank_transactions: [pair.bank_transaction],
        },
      ),
    )
    const [together, ...each] = await Promise.all([
      ask(context, ann, 'settleCollections', {}, itemsOf(pairs)),
      ...alone,
    ])
    pairs.forEach(({ trade_no }, n) => {
      const item = together.value.items[n]
      const codes = [item.outcome === 'settled' ? '' : item.outcome, each[n]?.error]
      expect([trade_no, item.trade_no, codes.filter((code) => code === '')]).toEqual([
        trade_no,
        trade_no,
        [''],
      ])
      expect(['', 'already_final', 'bank_transaction_taken']).toEqual(
        expect.arrayContaining(codes as string[]),
      )
    })
    const holders = await holdersOf(...pairs.map((pair) => pair.bank_transaction))
    expect(holders).toEqual(pairs.map((pair) => pair.trade_no))
  }
  await expectSoundBooks()
})

test('what waits on an account gets another one, frozen ones too, and stays with its agent', async () => {
  const shop = await aMerchant()
  const [from, to] = [await anAccount(), await anAccount()]
  const waiting = [
    await aMatched(shop, from.id),
    await aMatched(shop, from.id),
    await aMatched(shop, from.id, { amount: 250 }),
  ]
  const settled = await aMatched(shop, from.id)
  await move.settle(settled, { manual: true, reason: '已查' })
  await move.putAside(waiting[1] as string, '查核', { principal: agent })
  await patch(from.id, { state: 'frozen' })
  const path = { id: String(from.id) }
  const { value } = await ask(context, ann, 'reassignCollections', path, { to: to.id })
  const moved = [waiting[0], waiting[2]]
  expect(value.more).toBe(false)
  expect(value.items.map((item: { trade_no: string }) => item.trade_no).sort()).toEqual(
    moved.sort(),
  )
  expect(new Set(value.items.map((item: { outcome: string }) => item.outcome))).toEqual(
    new Set(['matched']),
  )
  const found = await rows(
    `select agent, collection_status, bank_account_id, reason from collections
     where trade_no in (select value from json_each(?))`,
    JSON.stringify(moved),
  )
  const expected = { agent: agent.name, collection_status: 'matched', bank_account_id: to.id }
  expect(found).toEqual(moved.map(() => ({ ...expected, reason: '' })))
  await expectSoundAccounts()

  const refused = [
    [path, { to: from.id }, 'validation_error'],
    [path, { to: 1 }, 'validation_error'],
    [{ id: '1' }, { to: to.id }, 'not_found'],
    [{ id: String(to.id) }, { to: from.id }, 'bank_account_not_active'],
  ] as const
  for (const [at, body, code] of refused) {
    expect((await ask(context, ann, 'reassignCollections', at, body)).error).toBe(code)
  }
  const named = { to: to.id, trade_nos: [settled, moved[0], waiting[1]] }
  const some = await ask(context, ann, 'reassignCollections', path, named)
  expect(some.value.items.map((item: { outcome: string }) => item.outcome)).toEqual([
    'already_final',
    'order_moved',
    'matched',
  ])
})

test('a reassigned order is never an exception, and money on its old account still finds it', async () => {
  const shop = await aMerchant()
  const [from, to] = [await anAccount(), await anAccount()]
  const tradeNo = await aMatched(shop, from.id)
  await ask(context, ann, 'reassignCollections', { id: String(from.id) }, { to: to.id })
  const shown = await ask(context, ann, 'showCollection', { trade_no: tradeNo })
  const states = shown.value.events.map((event: { from: string; to: string }) => event.to)
  expect(states.slice(-2)).toEqual(['pending/matched', 'pending/matched'])
  await aTransaction(from.id)
  const { value } = await ask(context, ann, 'candidatesOfCollection', { trade_no: tradeNo })
  expect(value.items).toMatchObject([{ bank_account: from.id }])
  await expectSoundBooks()
})

test('notes are kept with who and when, oldest first, at most a hundred, by who sees the order', async () => {
  const { shop, account } = await aShopWithAccount({ agents: [agent.name] })
  const collection = { trade_no: await aMatched(shop, account) }
  const payout = { trade_no: await aPayout(shop) }
  const first = await ask(context, amy, 'noteCollection', collection, { text: '會員來電' })
  await ask(context, ann, 'noteCollection', collection, { text: '已回電' })
  await ask(context, ann, 'notePayout', payout, { text: '銀行退件' })
  const shown = await ask(context, ann, 'showCollection', collection)
  expect(shown.value.notes).toMatchObject([
    { by: amy.name, text: '會員來電', id: first.value.id },
    { by: ann.name, text: '已回電' },
  ])
  expect((await ask(context, carl, 'noteCollection', collection, { text: 'x' })).error).toBe(
    'not_found',
  )
  const more = await Promise.all(
    Array.from({ length: 102 }, (_, n) =>
      ask(context, ann, 'notePayout', payout, { text: `第 ${n} 則` }),
    ),
  )
  expect(more.filter(({ error }) => error === '')).toHaveLength(99)
  expect(more.filter(({ error }) => error === 'validation_error')).toHaveLength(3)
})
