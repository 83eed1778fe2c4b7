import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { journalFilter } from '../../../src/contract/back-office/people.ts'
import * as products from '../../../src/operations/catalogue/manage-products.ts'
import * as manage from '../../../src/operations/merchants/manage-merchant.ts'
import { listJournal } from '../../../src/operations/people/list-journal.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { context, move } from '../support/orders.ts'
import {
  aCollection,
  aContext,
  adjustShop,
  agent,
  aMerchant,
  anId,
  operator,
  patchShop,
  rows,
} from '../support/service.ts'

const list = (filter: Record<string, string>) => listJournal(context, journalFilter.parse(filter))

test('each write of a merchant has its row, with what changed and nothing else', async () => {
  const { uid } = await aMerchant()
  await manage.patchMerchant({
    context,
    principal: operator,
    uid,
    patch: { enabled: false, settings: { trusted: true } },
  })
  await manage.patchMerchant({
    context,
    principal: operator,
    uid,
    patch: { ip_whitelist: ['10.0.0.1'] },
  })
  await manage.rotateSecret({ context, principal: operator, uid, graceSeconds: 60 })
  const { items } = await list({ subject: `merchant:${uid}` })
  const told = items.map(({ action, before, after }) => ({ action, before, after }))
  expect(told.slice(0, 3)).toEqual([
    { action: 'secret', before: null, after: { grace_seconds: 60 } },
    { action: 'patch', before: { ip_whitelist: [] }, after: { ip_whitelist: ['10.0.0.1'] } },
    {
      action: 'patch',
      before: { enabled: true, trusted: false },
      after: { enabled: false, trusted: true },
    },
  ])
  expect(told[3]).toMatchObject({ action: 'create', before: null })
  const who = { actor: operator.name, role: 'operator', request_id: operator.requestId }
  for (const item of items) expect(item).toMatchObject({ ...who, approved_by: '' })
})

test('of two changes of a merchant at once the later one’s row begins where the first has ended', async () => {
  const { uid } = await aMerchant()
  let first: Promise<unknown> | undefined
  const between = () => {
    first ??= patchShop(uid, { name: 'first' })
    return first
  }
  const db = openMerchantDatabase(interruptedD1(env.DB, /update "merchants"/, between))
  await patchShop(uid, { name: 'second' }, { context: aContext({ db }) })
  const { items } = await list({ subject: `merchant:${uid}`, action: 'patch' })
  expect(items.map(({ before, after }) => [before?.name, after?.name])).toEqual([
    ['first', 'second'],
    ['Test Merchant', 'first'],
  ])
})

test('no row has a secret', async () => {
  const { uid, secret } = await aMerchant()
  const rotated = await manage.rotateSecret({ context, principal: operator, uid, graceSeconds: 0 })
  const kept = JSON.stringify(await rows('select * from journal where subject = ?', uid))
  for (const one of [secret, rotated.api_secret, rotated.webhook_secret]) {
    expect(kept).not.toContain(one)
  }
})

test('a move of a person has its row, that of a merchant, member or the platform none', async () => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop)
  await move.take(tradeNo, { principal: agent })
  await move.settle(tradeNo, {}, { principal: agent })
  const { items } = await list({ subject: `collection:${tradeNo}` })
  expect(items.map(({ actor, action }) => [actor, action])).toEqual([
    [agent.name, 'settle'],
    [agent.name, 'take'],
  ])
})

test('a refused write has none', async () => {
  const shop = await aMerchant()
  const { tradeNo } = await aCollection(shop)
  await expect(move.settle(tradeNo, {}, { principal: agent })).rejects.toThrow()
  const call = { amount: 100, bucket: 'available', reason: 'x', idempotency_key: anId() } as const
  await adjustShop(shop.uid, call)
  await expect(adjustShop(shop.uid, { ...call, amount: 200 })).rejects.toThrow()
  expect((await list({ subject: `collection:${tradeNo}` })).items).toEqual([])
  expect(
    (await list({ subject: `merchant:${shop.uid}`, action: 'adjustments' })).items,
  ).toHaveLength(1)
})

test('of a service token only an operator’s writes are journaled', async () => {
  const shop = await aMerchant()
  for (const role of ['operator', 'agent'] as const) {
    const { tradeNo } = await aCollection(shop)
    const principal = { ...agent, name: `service:${role}-batch`, role }
    await move.take(tradeNo, { principal })
    const { items } = await list({ subject: `collection:${tradeNo}` })
    expect(items).toHaveLength(role === 'operator' ? 1 : 0)
  }
})

test('a product has one name in the journal, which is in the platform’s database', async () => {
  const sku = anId()
  const product = { uid: '', sku, name: 'x', currency: 'HKD', price_hkd_cents: 1 }
  const { id } = await products.createProduct(context, operator, product)
  await products.patchProduct({
    context,
    principal: operator,
    id: Number(id),
    patch: { name: 'y' },
  })
  await products.removeProduct(context, operator, Number(id))
  const { items } = await list({ subject: `product:${id}` })
  expect(items.map(({ action, before }) => [action, before])).toEqual([
    ['delete', expect.objectContaining({ sku, name: 'y' })],
    ['patch', { name: 'x' }],
    ['create', null],
  ])
  const named = await rows(`select 1 from journal where instr(subject, ?)`, sku)
  expect(named).toEqual([])
})

test('a person who is called as the sandbox is has rows', async () => {
  const { uid } = await aMerchant()
  const principal = { ...operator, name: 'sandbox' }
  await manage.patchMerchant({ context, principal, uid, patch: { name: 'y' } })
  const { items } = await list({ actor: 'sandbox', subject: `merchant:${uid}` })
  expect(items.map(({ action }) => action)).toEqual(['patch'])
})

test('pages hold every row once, newest first, narrowed by actor, action and time', async () => {
  const { uid } = await aMerchant()
  const principal = { ...operator, name: `${uid}@platform.example`.toLowerCase() }
  for (let n = 0; n < 7; n += 1) {
    await manage.patchMerchant({ context, principal, uid, patch: { name: `n${n}` } })
  }
  const seen: unknown[] = []
  let cursor: string | null = null
  do {
    const page = await list({
      actor: principal.name,
      limit: '3',
      ...(cursor === null ? {} : { cursor }),
    })
    seen.push(...page.items.map(({ after }) => after?.name))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1', 'n0'])
  expect((await list({ actor: principal.name, action: 'settle' })).items).toEqual([])
  expect((await list({ actor: principal.name, to: '2020-01-01' })).items).toEqual([])
  expect((await list({ actor: principal.name, from: '2020-01-01' })).items).toHaveLength(7)
})

test('a hundred rows of one moment have an id each', async () => {
  const still = { ...context, now: () => 1_800_000_000_000, random: () => 0.5 }
  const { uid } = await aMerchant()
  await Promise.all(
    Array.from({ length: 100 }, () =>
      manage.rotateSecret({ context: still, principal: operator, uid, graceSeconds: 60 }),
    ),
  )
  const kept = await rows<{ n: number }>(
    `select count(distinct id) as n from journal where subject = ? and action = 'secret'`,
    uid,
  )
  expect(kept).toEqual([{ n: 100 }])
})
