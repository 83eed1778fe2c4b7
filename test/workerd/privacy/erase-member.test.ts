import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { submitPurchase } from '../../../src/operations/links/submit-purchase.ts'
import { maskPersonalFields } from '../../../src/operations/privacy/mask-personal-fields.ts'
import { parseTradeNo } from '../../../src/rules/orders/order-identity.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { interruptedD1 } from '../../support/watched.ts'
import { anOperator, approve, ask, ben, withApprovals } from '../support/back-office.ts'
import { aDeliverer, attemptsAt, deliverCallback } from '../support/deliverer.ts'
import { aLink, amountPath, anAmountLink, aPlainLink, linksOf } from '../support/links.ts'
import { aPayout, move } from '../support/orders.ts'
import { aContext, aMerchant, rows, rowsOf } from '../support/service.ts'
import {
  anAccountWithFeed,
  importFile,
  linesOf,
  post,
  secondFeed,
  statementOf,
} from '../support/statements.ts'

// Erasure of a member's personal fields, and their retention (back office §6).

const context = withApprovals()
const member = { user_id: 'member-9', user_name: '王小明', counterparty_account: '00123456789012' }

const erase = (uid: string, by = anOperator()) =>
  ask(
    context,
    by,
    'eraseMember',
    {},
    { merchant_uid: uid, user_id: member.user_id, reason: '本人要求' },
  )

const deliver = (id: number, status = 200) =>
  deliverCallback(aDeliverer(() => status, { now: Date.now }).context, id)

const later = (days: number, retentionDays: number) => {
  const one = aContext({ now: () => Date.now() + days * 86_400_000 })
  return { ...one, settings: { ...one.settings, retentionDays } }
}

// A paid order of the member, whose payment the bank transaction is.
async function paidBy(shop: Awaited<ReturnType<typeof aMerchant>>, line: number | undefined) {
  const { body } = await shop.create(member)
  const { trade_no: tradeNo, id } = body.data
  await move.settle(tradeNo)
  await rows(`update bank_transactions set order_id = ?, state = 'claimed' where id = ?`, id, line)
  await rows(
    `update events set fact = json_set(fact, '$.bankTransactions', json_array(?)) where order_id = ? and seq = 2`,
    line,
    id,
  )
}

test('an order whose time ran out unpaid keeps no member from being erased', async () => {
  const shop = await aMerchant()
  const { body } = await shop.create(member)
  const { id } = body.data
  const change = (changes: string) => rows(`update collections set ${changes} where id = ?`, id)
  await change(`collection_status = 'exception'`)
  expect(await erase(shop.uid)).toMatchObject({ error: 'order_not_final' })
  await change('expired = 1')
  const asked = await erase(shop.uid, anOperator())
  await approve(context, ben, asked.value.approval_id)
  while ((await maskPersonalFields(aContext())) > 0);
  const [masked] = await rows('select user_name, status from collections where id = ?', id)
  expect(masked).toEqual({ user_name: '***', status: 'pending' })
})

test('an order that comes while its member is being erased keeps its fields', async () => {
  const shop = await aMerchant()
  const database = interruptedD1(env.DB, /insert into erasures/, () => shop.create(member))
  const by = withApprovals(aContext({ db: openMerchantDatabase(database) }), { on: false })
  const call = { merchant_uid: shop.uid, user_id: member.user_id, reason: '本人要求' }
  const refused = await ask(by, anOperator(), 'eraseMember', {}, call)
  expect(refused.error).toBe('order_not_final')
  expect(await rowsOf('erasures', shop)).toEqual([])
})

test('declared money that nobody has confirmed keeps its member from being erased', async () => {
  const shop = await aMerchant()
  const { body } = await shop.create({ ...member, status: 'succeeded' })
  expect(await erase(shop.uid)).toMatchObject({ error: 'order_not_final' })
  await move.confirm(body.data.trade_no)
  expect(await erase(shop.uid)).toMatchObject({ error: '' })
})

test('an erasure takes two people, and is refused while an order is not final or a callback is owed', async () => {
  const shop = await aMerchant()
  const notify_url = 'https://m.example/n'
  const { body } = await shop.create({ ...member, notify_url })
  const { trade_no: tradeNo, id } = body.data
  const refused = await erase(shop.uid)
  expect(refused).toMatchObject({ error: 'order_not_final' })
  await move.settle(tradeNo)
  expect(await erase(shop.uid)).toMatchObject({ error: 'order_not_final' })
  await deliver(id)
  const asker = anOperator()
  const asked = await erase(shop.uid, asker)
  expect(asked).toMatchObject({ error: '', as: null })
  expect(await rowsOf('erasures', shop)).toEqual([])
  const { value } = await approve(context, ben, asked.value.approval_id)
  expect((await ask(context, asker, 'showErasure', { id: String(value.id) })).value).toMatchObject({
    merchant_uid: shop.uid,
    user_id: member.user_id,
    state: 'running',
    orders: 0,
  })
  const slots = () => rows('select order_id from slots where order_id = ?', id)
  await rows(
    'insert into slots select last5, amount, 32, id, 0, null from collections where id = ?',
    id,
  )
  expect(await slots()).toHaveLength(1)
  while ((await maskPersonalFields(aContext())) > 0);
  expect((await ask(context, asker, 'showErasure', { id: String(value.id) })).value).toMatchObject({
    state: 'done',
    orders: 1,
    links: 0,
  })
  // Named by the member's digits.
  expect(await slots()).toEqual([])
  expect(await rowsOf('collections', shop)).toMatchObject([
    { user_id: member.user_id, user_name: '***', counterparty_account: '***', last5: '' },
  ])
  // The merchant’s look-up and a resend of what it sent go on.
  expect((await shop.status({ orderid: body.data.orderid })).body.status).toBe('PAID')
  const again = await shop.create({ ...member, notify_url, orderid: body.data.orderid })
  expect(again.body).toMatchObject({ error: 'duplicate_orderid', data: { trade_no: tradeNo } })
})

test('what the member makes afterwards is not masked, nor what approvals keep of it', async () => {
  const shop = await aMerchant()
  const first = await shop.create(member)
  const second = { ...member, user_name: '王小明二' }
  await move.settle(first.body.data.trade_no)
  const asked = await erase(shop.uid)
  await approve(context, ben, asked.value.approval_id)
  const { body } = await shop.create(second)
  const by = anOperator()
  const call = { manual: true, override: true, paid_amount: 10_000_000, reason: 'x' }
  const waits = await ask(context, by, 'settleCollection', { trade_no: body.data.trade_no }, call)
  expect(waits.as).toBeNull()
  while ((await maskPersonalFields(aContext())) > 0);
  const [old, fresh] = await rowsOf<{ user_name: string }>('collections', shop)
  expect([old?.user_name, fresh?.user_name]).toEqual(['***', '王小明二'])
  const [kept] = await rows<{ before: string | null }>(
    'select before from approvals where id = ?',
    waits.value.approval_id,
  )
  expect(kept?.before).toContain('王小明二')
})

test('the bank’s line of an erased payment is masked, and known when its statement comes again', async () => {
  const shop = await aMerchant()
  const account = await anAccountWithFeed()
  const lines = [
    {
      at: '2026-01-20 10:00:00',
      amount: 100,
      memo: '王小明 轉帳',
      from: '00123456789012',
      name: '王小明',
    },
    {
      at: '2026-01-20 11:00:00',
      amount: 100,
      memo: '李大同 轉帳',
      from: '00999988887777',
      name: '李大同',
    },
  ]
  await importFile(account, statementOf(lines))
  const [line] = await linesOf(account)
  await paidBy(shop, line?.id)
  const asked = await erase(shop.uid)
  await approve(context, ben, asked.value.approval_id)
  while ((await maskPersonalFields(aContext())) > 0);
  const stored = await rows('select * from bank_transactions where bank_account_id = ?', account)
  expect(JSON.stringify(stored[0])).not.toMatch(/王小明|00123456789012/)
  expect(JSON.stringify(stored[1])).toMatch(/李大同.*00999988887777|00999988887777.*李大同/)
  const again = await importFile(account, statementOf(lines))
  expect(again.imported).toMatchObject({ new: 0, known: 2 })
  expect(await linesOf(account)).toHaveLength(2)
})

test('the approval of a line posted by hand is masked with it, another’s is not', async () => {
  const shop = await aMerchant()
  const account = await anAccountWithFeed()
  const lines: number[] = []
  for (const [external_id, amount] of Object.entries({ H1: 500, H2: 600 })) {
    const body = {
      bank_account: account,
      booked_at: { at: 1_795_000_000, dayOnly: false },
      amount,
      external_id,
      counterparty_account: member.counterparty_account,
      memo: '王小明 轉帳',
      counterparty_last5: '',
      counterparty_name: '王小明',
      balance_after: null,
    }
    const asked = await ask(context, anOperator(), 'postTransaction', {}, body)
    lines.push((await approve(context, ben, asked.value.approval_id)).value.id)
  }
  await paidBy(shop, lines[0])
  await approve(context, ben, (await erase(shop.uid)).value.approval_id)
  while ((await maskPersonalFields(aContext())) > 0);
  const [erased, other] = await rows<{ body: string }>(
    `select body from approvals where call = 'postTransaction' and body ->> '$.read.bank_account' = ?`,
    account,
  )
  expect(JSON.parse(erased?.body ?? '').read).toMatchObject({ external_id: 'H1', memo: '***' })
  expect(erased?.body).not.toMatch(/王小明|00123456789012/)
  expect(other?.body).toMatch(/00123456789012.*王小明/)
  const written = await rows('select * from journal where subject = ?', String(account))
  expect(written).toHaveLength(2)
  expect(JSON.stringify(written)).not.toContain('王小明')
})

test.each([
  ['a name, an account', { name: '歐陽小明', from: '00123456789012' }],
  ['nothing of the payer', {}],
])(
  'a statement, or a feed, that reports an erased payment again, with %s, adds and fills nothing',
  async (_, told) => {
    const shop = await aMerchant()
    const account = await anAccountWithFeed()
    const line = { at: '2026-01-20 10:00:00', amount: 100 }
    const payer = { name: '歐陽小明', from: '00123456789012', memo: '歐陽小明 轉帳' }
    const { answer } = await post(account, { ...line, ...told })
    await paidBy(shop, answer.id)
    const asked = await erase(shop.uid)
    await approve(context, ben, asked.value.approval_id)
    while ((await maskPersonalFields(aContext())) > 0);
    const again = await post(account, { ...line, ...payer, teller: secondFeed })
    expect(again).toMatchObject({ status: 200, answer: { id: answer.id } })
    for (const file of [
      statementOf([{ ...line, ...payer }]),
      statementOf([{ ...line, ...payer }]),
    ]) {
      await importFile(account, file)
      expect(await linesOf(account)).toMatchObject([{ id: answer.id }])
    }
    const stored = [
      await linesOf(account),
      await rows('select * from bank_transaction_numbers where bank_account_id = ?', account),
    ]
    expect(stored).toMatchObject([[{ counterparty_last5: '' }], [{}]])
    expect(JSON.stringify(stored)).not.toMatch(/歐陽|56789/)
  },
)

test('a link whose amount the member has not picked ends, so that no order is its masked payer’s', async () => {
  const shop = await aMerchant()
  const open = await aPlainLink(shop, { member_no: member.user_id })
  const other = await aPlainLink(shop)
  await approve(context, ben, (await erase(shop.uid)).value.approval_id)
  while ((await maskPersonalFields(aContext())) > 0);
  const pages = await Promise.all(
    [open, other].map((link) => submitPurchase(context, link, '3000')),
  )
  expect(pages).toMatchObject([{ kind: 'purchase', state: 'expired' }, { kind: 'wait' }])
  expect((await linksOf(shop)).map(({ ends_at: endsAt }) => endsAt === null)).toEqual([true, false])
})

test('an unknown merchant is refused, and an unknown member is nothing to mask', async () => {
  expect(await erase('nobody')).toMatchObject({ error: 'not_found' })
  const { uid } = await aMerchant()
  const asked = await erase(uid)
  const { value } = await approve(context, ben, asked.value.approval_id)
  while ((await maskPersonalFields(aContext())) > 0);
  const shown = await ask(context, ben, 'showErasure', { id: String(value.id) })
  expect(shown.value).toMatchObject({ state: 'done', orders: 0, links: 0 })
})

test('after RETENTION_DAYS unacknowledging answers are emptied and ended links masked; orders stay', async () => {
  const shop = await aMerchant()
  const { body } = await shop.create({ ...member, notify_url: 'https://m.example/n' })
  await move.settle(body.data.trade_no)
  await deliver(body.data.id, 500)
  await rows('update callbacks set next_at = 0 where order_id = ?', body.data.id)
  await deliver(body.data.id)
  const payout = await aPayout(shop, { notify_url: 'https://m.example/n' })
  await move.process(payout)
  const { id: paidOut = 0 } = parseTradeNo(payout) ?? {}
  await deliver(paidOut, 500)
  const ended = await anAmountLink(shop)
  const open = aLink({ amount: 1000 })
  await shop.call(amountPath, open)
  await rows(
    `update payment_links set state = 'closed', ends_at = null where session = ?`,
    [ended.third_party_session][0],
  )
  const names = async () => {
    const links = await rowsOf<{ content: string; state: string }>('payment_links', shop)
    return links.map(({ content, state }) => [state, JSON.parse(content).memberName]).sort()
  }
  const answers = async () =>
    [...(await attemptsAt(body.data.id)), ...(await attemptsAt(paidOut))].map(
      ({ answer }) => answer,
    )
  const before = [await names(), await answers()]
  expect(before[1]?.at(-1)).not.toBe('')
  await maskPersonalFields(later(31, 0))
  await maskPersonalFields(later(29, 30))
  expect([await names(), await answers()]).toEqual(before)
  while ((await maskPersonalFields(later(31, 30))) > 0);
  expect(await names()).toEqual([
    ['closed', '***'],
    ['open', '王小明'],
  ])
  expect(await answers()).toEqual(['', 'success', ''])
  expect(await rowsOf('collections', shop)).toContainEqual(
    expect.objectContaining({ user_name: member.user_name }),
  )
})

test('an answer that comes late is emptied at its own age', async () => {
  const shop = await aMerchant()
  const { body } = await shop.create({ ...member, notify_url: 'https://m.example/n' })
  await move.settle(body.data.trade_no)
  const { id } = body.data
  // Attempts on day 0, on day 20, and after the order was masked, on days 40 and 80.
  const attemptOn = async (day: number, retentionDays = 30) => {
    const { now, settings } = later(day, retentionDays)
    await rows('update callbacks set next_at = 0 where order_id = ?', id)
    await deliverCallback({ ...aDeliverer(() => 500, { now }).context, settings }, id)
  }
  const masksOn = async (day: number) => {
    while ((await maskPersonalFields(later(day, 30))) > 0);
    return (await attemptsAt(id)).map(({ answer }) => answer === '')
  }
  await rows('update retention set after_id = 0')
  await attemptOn(0)
  await attemptOn(20)
  expect(await masksOn(31)).toEqual([true, false])
  await attemptOn(40)
  expect(await masksOn(49)).toEqual([true, false, false])
  expect(await masksOn(51)).toEqual([true, true, false])
  expect(await masksOn(69)).toEqual([true, true, false])
  expect(await masksOn(71)).toEqual([true, true, true])
  // It is late for what was masked, however long answers are kept now.
  await attemptOn(80, 90)
  expect(await masksOn(109)).toEqual([true, true, true, false])
  expect(await masksOn(111)).toEqual([true, true, true, true])
  expect(await rows('select * from late_answers where order_id = ?', id)).toEqual([])
})
