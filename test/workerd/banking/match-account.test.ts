import { describe, expect, test } from 'vitest'
import { showBankAccount } from '../../../src/operations/banking/manage-bank-account.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showCollection } from '../../../src/operations/orders/list-orders.ts'
import { anAccount, expectSoundAccounts, matchTo, patch } from '../support/bank-accounts.ts'
import { expectSoundBooks } from '../support/books.ts'
import { anAmountLink } from '../support/links.ts'
import {
  aCollection,
  context,
  eventsOf,
  account as labels,
  move,
  outcomesOf,
} from '../support/orders.ts'
import { agent, aMerchant, operator, rows } from '../support/service.ts'

// Matching collections to bank accounts (back office §2).

const except = (tradeNo: string) => move.putAside(tradeNo)
const shown = (id: number) => showBankAccount(context, operator, id)

async function handedOut(id: number) {
  const [account] = await rows<{ handed_out: number }>(
    'select handed_out from bank_accounts where id = ?',
    id,
  )
  return account?.handed_out
}

test('in words an agent matches only while the database has no account', async () => {
  const shop = await aMerchant()
  await move.match(await aCollection(shop), labels, { principal: agent })
  await anAccount()
  const tradeNo = await aCollection(shop)
  await expect(move.match(tradeNo, labels, { principal: agent })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const matched = await move.match(tradeNo, labels)
  expect(matched).toMatchObject({ bank_account: null, collection_account_no: '012-345-678901' })
})

test('in words nobody names an account of the register, however its number is written', async () => {
  await anAccount({ account_no: '5588877766655' })
  const tradeNo = await aCollection(await aMerchant())
  for (const collectionAccountNo of ['5588877766655', '013-５５８８ 8777 66655']) {
    const match = move.match(tradeNo, { ...labels, collectionAccountNo })
    await expect(match).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { collection_account_no: [expect.anything()] } },
    })
  }
  expect(await eventsOf(tradeNo)).toHaveLength(1)
})

test('any account is one that is free: under its cap, for the merchant, with the least waiting', async () => {
  const shop = await aMerchant()
  await rows(`update bank_accounts set state = 'paused'`)
  const any = async (amount: number, who = agent) => {
    const tradeNo = await aCollection(shop, { amount })
    const input = { bankAccount: 'any', override: false } as const
    return (await move.match(tradeNo, input, { principal: who })).bank_account
  }
  await expect(any(100)).rejects.toMatchObject({ code: 'no_account_free' })
  const [capped, other, out, others] = [
    await anAccount({ daily_cap: 250 }),
    await anAccount(),
    await anAccount({ use: 'out' }),
    await anAccount({ agents: ['nobody@platform.example'] }),
  ]
  expect([out.use, others.agents]).toEqual(['out', ['nobody@platform.example']])
  expect(await any(100)).toBe(capped.id)
  expect(await any(100)).toBe(other.id)
  expect(await any(150)).toBe(capped.id)
  expect(await any(100)).toBe(other.id)
  expect(await any(100)).toBe(other.id)
  // At once, over what is left of a cap: each finds another, or is told that none is free.
  await patch(other.id, { daily_cap: 500 })
  const ended = await Promise.allSettled(Array.from({ length: 6 }, () => any(100)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'no_account_free' })
  await expectSoundAccounts()
})

describe('a match to an account', () => {
  test('takes the texts from the register, and is in the history', async () => {
    const shop = await aMerchant()
    const account = await anAccount({ account_no: '0529-8765 4321' })
    const tradeNo = await aCollection(shop)
    expect(await matchTo(account.id, tradeNo, agent)).toMatchObject({
      collection_status: 'matched',
      agent: agent.name,
      bank_account: account.id,
      collection_account_name: '大安商行',
      collection_account_no: '052987654321',
      collection_bank_name: account.bank_name,
    })
    const { events } = await showCollection(context, operator, tradeNo)
    expect(events.at(-1)).toMatchObject({ name: 'matched', bank_account: account.id })
    const { body } = await shop.status({ tradeNo })
    expect(body.data.payment_bank_account).toBe('052987654321')
    expect(await shown(account.id)).toMatchObject({
      waiting: 100,
      waiting_count: 1,
      handed_out_today: 100,
    })
  })

  test.each([
    ['paused', { state: 'paused' }, 'bank_account_not_active'],
    ['frozen', { state: 'frozen' }, 'bank_account_not_active'],
    ['closed', { state: 'closed' }, 'bank_account_not_active'],
    ['for payouts', { use: 'out' }, 'bank_account_not_allowed'],
    ['for another merchant', { merchants: ['SOMEBODY'] }, 'bank_account_not_allowed'],
    ['for another agent', { agents: ['ben@back.example'] }, 'bank_account_not_allowed'],
  ])('that is %s is refused and writes nothing', async (_name, fields, code) => {
    const account = await anAccount()
    await patch(account.id, fields)
    const tradeNo = await aCollection(await aMerchant())
    await expect(matchTo(account.id, tradeNo, agent)).rejects.toMatchObject({ code })
    expect(await eventsOf(tradeNo)).toHaveLength(1)
    expect(await handedOut(account.id)).toBe(0)
  })

  test('is for the agents and merchants that it names', async () => {
    const shop = await aMerchant()
    const account = await anAccount({
      agents: [agent.name.toUpperCase(), 'ben@back.example'],
      merchants: [shop.uid],
      use: 'in',
    })
    await matchTo(account.id, await aCollection(shop), agent)
    await matchTo(account.id, await aCollection(shop), operator)
    const to = { bankAccount: account.id, override: false }
    const forBen = { ...to, agent: 'BEN@back.example' }
    await move.match(await aCollection(shop), forBen)
    const forAnother = { ...to, agent: 'eve@back.example' }
    await expect(move.match(await aCollection(shop), forAnother)).rejects.toMatchObject({
      code: 'bank_account_not_allowed',
    })
  })

  test('that nobody has registered is a validation error, and an agent overrides nothing', async () => {
    const tradeNo = await aCollection(await aMerchant())
    await expect(matchTo(17, tradeNo)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { bank_account: expect.anything() } },
    })
    const { id } = await anAccount()
    const past = { override: ['daily_cap_reached'] as const }
    await expect(matchTo(id, tradeNo, agent, past)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the daily cap', () => {
  const over = { code: 'daily_cap_reached' }

  test('of parallel matches takes as many as fit, each order once', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ daily_cap: 750 })
    const orders = await Promise.all(Array.from({ length: 20 }, () => aCollection(shop)))
    // Each order twice: the second is refused as matched already.
    const outcomes = await outcomesOf(orders.flatMap((one) => [matchTo(id, one), matchTo(id, one)]))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(7)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'taken', 'daily_cap_reached']))
    expect(await handedOut(id)).toBe(70_000)
    await expectSoundAccounts()
  })

  test('is passed by an operator who says so', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ daily_cap: '99.99' })
    const tradeNo = await aCollection(shop)
    await expect(matchTo(id, tradeNo, operator, { override: true })).rejects.toMatchObject(over)
    expect(await eventsOf(tradeNo)).toHaveLength(1)
    await matchTo(id, tradeNo, operator, { override: ['daily_cap_reached'] })
    expect(await handedOut(id)).toBe(10_000)
    const { fact } = (await eventsOf(tradeNo))[1] ?? { fact: '{}' }
    expect(JSON.parse(fact)).toMatchObject({ override: ['daily_cap_reached'] })
  })

  test('counts what ends unpaid no more, and what is paid late after all', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ daily_cap: 100, backing: 'later' })
    const [one, other] = [await aCollection(shop), await aCollection(shop)]
    await matchTo(id, one)
    await expect(matchTo(id, other)).rejects.toMatchObject(over)
    await except(one)
    expect(await handedOut(id)).toBe(0)
    await matchTo(id, one)
    await except(one)
    await matchTo(id, other)
    await move.settle(one)
    expect(await handedOut(id)).toBe(20_000)
    expect(await shown(id)).toMatchObject({ waiting: 100, waiting_count: 1 })
    await move.reverse(one)
    await move.settle(other)
    expect(await handedOut(id)).toBe(10_000)
    expect(await shown(id)).toMatchObject({ waiting: 0, waiting_count: 0 })
    await expectSoundAccounts()
  })

  test('counts what was handed out before it was set', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount()
    await matchTo(id, await aCollection(shop))
    await patch(id, { daily_cap: 150 })
    await expect(matchTo(id, await aCollection(shop))).rejects.toMatchObject(over)
    await expectSoundAccounts()
  })

  test('begins anew with each day, of which what ends later takes nothing', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ daily_cap: 100 })
    const [one, other, late] = [
      await aCollection(shop),
      await aCollection(shop),
      await aCollection(shop),
    ]
    await matchTo(id, one)
    const tomorrow = { ...context, now: () => Date.now() + 86_400_000 }
    expect((await showBankAccount(tomorrow, operator, id)).handed_out_today).toBe(0)
    await matchTo(id, other, operator, { at: tomorrow })
    await except(one)
    expect(await handedOut(id)).toBe(10_000)
    // One that was decided before midnight is decided anew after it.
    await expect(matchTo(id, late)).rejects.toThrow()
    await expect(matchTo(id, late, operator, { at: tomorrow })).rejects.toMatchObject(over)
    await expectSoundAccounts()
  })

  test('counts what moved to another account there', async () => {
    const shop = await aMerchant()
    const [one, other] = [await anAccount(), await anAccount()]
    const tradeNo = await aCollection(shop)
    await matchTo(one.id, tradeNo)
    await except(tradeNo)
    await matchTo(other.id, tradeNo)
    expect(await Promise.all([one, other].map(({ id }) => handedOut(id)))).toEqual([0, 10_000])
    await except(tradeNo)
    await move.match(tradeNo, labels)
    expect(await handedOut(other.id)).toBe(0)
    await expectSoundAccounts()
  })

  test('forgets a link that ends unpaid, and one whose order is paid by another link', async () => {
    const shop = await aMerchant()
    const { id } = await anAccount({ backing: 'later' })
    const [ended, lived] = [await anAmountLink(shop), await anAmountLink(shop)]
    await matchTo(id, ended.trade_no)
    const later = { ...context, now: () => Date.now() + 7_200_000 }
    await expireLinks(later)
    expect(await handedOut(id)).toBe(0)

    const same = { merchant_order_no: lived.merchant_order_no }
    await move.settle(ended.trade_no)
    const again = await anAmountLink(shop, same)
    await matchTo(id, again.trade_no)
    expect(await shown(id)).toMatchObject({ waiting: 1000, handed_out_today: 2000 })
    await move.settle(lived.trade_no)
    expect(await shown(id)).toMatchObject({ waiting: 0, handed_out_today: 1000 })
    await expectSoundAccounts()
    await expectSoundBooks()
  })

  test('holds through any moves at once, and the figures are those of the orders', async () => {
    const shop = await aMerchant()
    const accounts = await Promise.all([1, 2].map(() => anAccount({ daily_cap: 500 })))
    const orders = await Promise.all(Array.from({ length: 12 }, () => aCollection(shop)))
    const moves = [
      ...accounts.map(
        ({ id }) =>
          (tradeNo: string) =>
            matchTo(id, tradeNo),
      ),
      except,
      (tradeNo: string) => move.reverse(tradeNo),
      (tradeNo: string) => move.settle(tradeNo),
    ]
    for (let round = 0; round < 12; round += 1) {
      const made = orders.flatMap((tradeNo, n) => {
        const [first, second] = [moves[(n + round) % 5], moves[(n * 3 + round) % 5]]
        return [first?.(tradeNo), second?.(tradeNo)].filter((one) => one !== undefined)
      })
      await outcomesOf(made)
      await expectSoundAccounts()
    }
    await expectSoundBooks()
  })
})
