import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { expireLinks } from '../../../src/operations/links/expire-links.ts'
import { showWaitPage } from '../../../src/operations/links/show-wait-page.ts'
import { answer } from '../../../src/rpc/answer.ts'
import { anOperator, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { aDeliverer, callbackOf, deliverCallback } from '../support/deliverer.ts'
import { anIsolate } from '../support/isolate.ts'
import { aLink, amountPath, anAmountLink, plainPath } from '../support/links.ts'
import {
  aContext,
  aMerchant,
  anAddress,
  anId,
  aSettledCollection,
  paths,
  rows,
} from '../support/service.ts'
import { anAccountWithFeed, importFile, linesOf, post, statementOf } from '../support/statements.ts'

// The maintenance switch (back office §6): while it is on, what anybody would write of orders, links and bank
// transactions is refused by the database, and callbacks wait.

const context = withApprovals()
const off = withApprovals({}, { on: false })

const turn = (on: boolean, of = off, more: object = {}) =>
  ask(of, anOperator(), 'switchMaintenance', {}, { on, reason: '還原演練', ...more })

afterEach(async () => {
  for (const database of [env.DB, env.DB_SANDBOX]) await database.exec('delete from maintenance')
})

const written = `select (select count(*) from events) + (select count(*) from collections)
  + (select count(*) from payment_links)
  + (select count(*) from bank_transactions) + (select count(*) from bank_imports) as n`

async function countWritten(): Promise<number> {
  const [row] = await rows<{ n: number }>(written)
  return row?.n ?? 0
}

describe('while it is on', () => {
  test('creations, moves, feed lines and imports are 503, and write nothing', async () => {
    const shop = await aMerchant()
    const order = await shop.create({})
    const link = await anAmountLink(shop)
    const account = await anAccountWithFeed()
    const { trade_no } = order.body.data
    const line = { at: '2026-11-20 10:00:00', amount: 5 }
    const told = { at: '2026-11-18 10:00:00', amount: 5 }
    await importFile(account, statementOf([told]))
    const [stored] = await linesOf(account)
    await turn(true)
    const before = await countWritten()
    const refused = {
      ok: false,
      status: 503,
      error: 'unavailable',
      message: expect.objectContaining({ en: expect.stringContaining('In maintenance') }),
      retry_after_seconds: 60,
    }
    for (const [path, fields] of [
      [paths.create, { orderid: anId(), amount: 100 }],
      [
        paths.payouts,
        { serial_no: anId(), amount: 1, payee_name: 'x', payee_bank: '004', payee_account: '1' },
      ],
      [amountPath, aLink({ amount: 1000 })],
      [plainPath, aLink()],
    ] as const) {
      const { status, body, headers } = await shop.call(path, fields)
      expect([path, status, body.error]).toEqual([path, 503, 'unavailable'])
      expect(body.message).toContain('系統維護中')
      expect(headers.get('retry-after')).toBe('60')
    }
    const moves = [
      ['takeCollection', {}],
      ['settleCollection', { manual: false, override: false }],
      ['reportException', { reason: 'x' }],
      ['ignoreTransaction', { kind: 'other', reason: 'x' }],
    ] as const
    for (const [name, body] of moves) {
      const path = { trade_no, id: String(stored?.id) }
      const moved = await answer(() => ask(off, anOperator(), name, path, body))
      expect([name, moved]).toEqual([name, refused])
    }
    expect(await answer(() => post(account, line))).toEqual(refused)
    // It would meet the statement's line.
    expect(await answer(() => post(account, told))).toEqual(refused)
    expect(await linesOf(account)).toEqual([stored])
    expect(await answer(() => importFile(account, statementOf([line])))).toEqual(refused)
    expect(await countWritten()).toBe(before)
    expect(link.trade_no).not.toBe('')
  })

  test('look-ups and pages go on', async () => {
    const shop = await aMerchant()
    const { body } = await shop.create({})
    const link = await anAmountLink(shop)
    await turn(true)
    expect((await shop.status({ orderid: body.data.orderid })).status).toBe(200)
    expect((await shop.balance()).status).toBe(200)
    expect((await shop.call(paths.ledger)).status).toBe(200)
    expect(await showWaitPage(aContext(), link.token)).not.toBeNull()
    const listed = await ask(off, anOperator(), 'listCollections', {}, undefined, {
      query: { limit: 1 },
    })
    expect(listed.error).toBe('')
  })

  test('callbacks wait, and go out once it is off', async () => {
    const deliverer = aDeliverer()
    const { uid } = await aMerchant()
    const [id = 0] = await deliverer.owe(uid, 1, 'https://shop.example/notify')
    await turn(true)
    await deliverer.sweep()
    await deliverCallback(deliverer.context, id)
    expect(deliverer.calls).toEqual([])
    expect(await callbackOf(id)).toMatchObject({ state: 'due', attempts: 0, faults: 0 })
    await turn(false)
    await deliverCallback(deliverer.context, id)
    expect(await callbackOf(id)).toMatchObject({ state: 'delivered' })
  })

  test('what the platform itself does goes on: links expire', async () => {
    const shop = await aMerchant()
    const link = await anAmountLink(shop)
    await turn(true)
    const later = aContext({ now: () => Date.now() + 7_200_000 })
    expect(await expireLinks(later)).toBeGreaterThan(0)
    const { body } = await shop.status({ orderid: link.orderid })
    expect(body.status).toBe('EXCEPTION')
  })
})

test('what it refuses is no failure, neither in the log nor in what the alarms count', async () => {
  const isolate = anIsolate()
  const shop = await aMerchant()
  const create = () => {
    const body = signedJson(shop.uid, shop.secret, { orderid: anId(), amount: 100 })
    return isolate.post(body, anAddress(), paths.create)
  }
  expect((await create()).status).toBe(200)
  await turn(true)
  expect((await create()).status).toBe(503)
  expect(isolate.log.map(({ event }) => event)).toEqual(['request', 'request'])
  const counted = isolate.context.isolate.counts.take()
  expect(counted.map(({ kind, count }) => [kind, count])).toEqual([
    ['answers', 1],
    ['creations', 1],
  ])
})

test('nothing is written after the switch has answered', async () => {
  const shop = await aMerchant()
  const creations = Array.from({ length: 40 }, () => shop.create({}))
  await turn(true)
  const then = await countWritten()
  await Promise.all(creations)
  const late = Array.from({ length: 10 }, () => shop.create({}))
  const answers = (await Promise.all(late)).map(({ status }) => status)
  expect(new Set(answers)).toEqual(new Set([503]))
  expect(await countWritten()).toBe(then)
})

test('off takes two people, on takes one; the journal has both, and one row each', async () => {
  const by = anOperator()
  const on = await ask(context, by, 'switchMaintenance', {}, { on: true, reason: '還原' })
  expect(on.value.items).toMatchObject([
    { database: 0, on: true, actor: by.name, reason: '還原' },
    { database: 15, on: true, actor: by.name },
  ])
  const again = await ask(context, ben, 'switchMaintenance', {}, { on: true, reason: '又' })
  expect(again.value.items[0]).toMatchObject({ on: true, actor: ben.name, reason: '又' })
  const end = await ask(context, by, 'switchMaintenance', {}, { on: false, reason: '完成' })
  expect(end).toMatchObject({ as: null, value: { state: 'waiting' } })
  expect((await ask(context, by, 'showMaintenance')).value.items).toMatchObject([
    { on: true },
    { on: true },
  ])
  expect((await approve(context, ben, end.value.approval_id)).error).toBe('')
  expect((await ask(context, by, 'showMaintenance')).value.items).toMatchObject([
    { on: false, since: null },
    { on: false, since: null },
  ])
  const journal = await rows<{ action: string; actor: string; approved_by: string }>(
    "select action, actor, approved_by from journal where subject_kind = 'maintenance' and actor = ? order by id",
    by.name,
  )
  expect(journal.filter(({ action }) => action !== 'ask')).toMatchObject([
    { action: 'begin', approved_by: '' },
    { action: 'end', approved_by: ben.name },
  ])
})

test('of one database alone the others go on; a number that none has is refused', async () => {
  await turn(true, off, { database: 15 })
  const { items } = (await ask(off, anOperator(), 'showMaintenance')).value
  expect(items).toMatchObject([
    { database: 0, on: false },
    { database: 15, on: true },
  ])
  expect((await (await aMerchant()).create({})).status).toBe(200)
  expect(await turn(true, off, { database: 7 })).toMatchObject({ error: 'validation_error' })
})

test('a callback that settled before is owed still', async () => {
  const { id } = await aSettledCollection(aContext())
  await turn(true)
  expect(await callbackOf(id)).toMatchObject({ state: 'due' })
})
