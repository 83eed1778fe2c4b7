import { beforeAll, expect, test } from 'vitest'
import type { MerchantContext } from '../../../src/context.ts'
import { unarchive } from '../../../src/operations/archive/unarchive.ts'
import { eraseMember, showErasure } from '../../../src/operations/privacy/erase-member.ts'
import {
  eraseAgain,
  maskPersonalFields,
} from '../../../src/operations/privacy/mask-personal-fields.ts'
import { maskLate } from '../../../src/store/privacy/mask-rows.ts'
import {
  aPaidCollection,
  archiveAgain,
  archiveAll,
  archivedIds,
  endOthersWork,
  later,
  paidAndDelivered,
} from '../support/archive.ts'
import { checkAll } from '../support/book-check.ts'
import { anAmountLink } from '../support/links.ts'
import { aContext, aMerchant, operator, rows, rowsOf, type Shop } from '../support/service.ts'

beforeAll(() => endOthersWork())

// Erasure and retention reach what is archived, by bringing it back.

const member = (n: number) => ({
  user_id: `member-${n}`,
  user_name: `王小明${n}`,
  counterparty_account: '00123456789012',
})

async function masked(context: MerchantContext, rowsOfStep?: number): Promise<void> {
  while ((await maskPersonalFields(context, rowsOfStep)) > 0);
}

const retaining = (parts: ReturnType<typeof later>) => {
  return { ...parts, settings: { ...parts.settings, retentionDays: 30 } }
}

const namesOf = async (shop: Shop) =>
  (await rowsOf<{ user_name: string }>('collections', shop)).map(({ user_name: name }) => name)

async function aPaidLink(shop: Shop, n: number): Promise<void> {
  const { merchant_order_no: number } = await anAmountLink(shop, { member_no: `member-${n}` })
  const [found] = await rows<{ id: number; tradeNo: string }>(
    `select collections.id, trade_no as tradeNo from payment_links
     join collections on collections.id = collection_id where payment_links.merchant_order_no = ?`,
    number,
  )
  await rows(
    'update collections set user_name = ? where id = ?',
    member(n).user_name,
    found?.id ?? 0,
  )
  await paidAndDelivered(found?.tradeNo ?? '')
}

test('an erased member is masked in archived orders and links, however small the steps', async () => {
  const shop = await aMerchant()
  for (let n = 0; n < 6; n += 1) await aPaidLink(shop, n % 2)
  await archiveAll()
  expect(await namesOf(shop)).toEqual([])
  const call = { merchant_uid: shop.uid, user_id: 'member-1', reason: 'asked for' }
  const { id } = await eraseMember(aContext(), operator, call)
  // Nothing leaves while it goes on.
  expect((await archiveAgain()).orders).toBe(0)
  await masked(aContext(), 2)
  expect(await showErasure(aContext(), id)).toMatchObject({ state: 'done', orders: 3, links: 3 })
  await unarchive(later(), await archivedIds())
  expect((await namesOf(shop)).sort()).toEqual([
    '***',
    '***',
    '***',
    '王小明0',
    '王小明0',
    '王小明0',
  ])
  const links = await rowsOf<{ content: string }>('payment_links', shop)
  const fields = links.map(({ content }) => JSON.parse(content))
  expect(
    fields.filter(({ memberName }) => memberName === '***').map((one) => one.memberNo),
  ).toEqual(['member-1', 'member-1', 'member-1'])
  await archiveAll()
  expect(await namesOf(shop)).toEqual([])
  expect(await checkAll(later())).toEqual([])
})

test('orders of others stay where they are', async () => {
  const shop = await aMerchant()
  await aPaidCollection(shop, member(3))
  await archiveAll()
  const [kept, before] = [await aMerchant(), await archivedIds()]
  await aPaidCollection(kept, member(4))
  const call = { merchant_uid: kept.uid, user_id: 'member-4', reason: 'asked for' }
  await eraseMember(aContext(), operator, call)
  await masked(aContext())
  expect(await archivedIds()).toEqual(before)
  expect(await namesOf(kept)).toEqual(['***'])
})

test('a database that is restored from before an erasure masks what is archived again', async () => {
  const shop = await aMerchant()
  const { id } = await aPaidCollection(shop, member(5))
  await archiveAll()
  const then = await rows<Record<string, unknown>>('select * from archived_orders where id = ?', id)
  const call = { merchant_uid: shop.uid, user_id: 'member-5', reason: 'asked for' }
  await eraseMember(aContext(), operator, call)
  await masked(aContext())
  expect(await namesOf(shop)).toEqual(['***'])
  // As the restore has it: the order is in its object, and the erasure is unknown.
  const [object] = [then[0]?.object_id]
  await archiveAll()
  await rows('delete from erasures')
  await rows(`update archive_objects set state = 'whole', gone_at = null where id = ?`, object)
  await rows('update archived_orders set object_id = ? where id = ?', object, id)
  const context = aContext()
  await eraseAgain(context, context.archive as R2Bucket)
  await masked(context)
  expect(await namesOf(shop)).toEqual(['***'])
})

test('what is archived when RETENTION_DAYS is set is masked, and leaves again', async () => {
  const shop = await aMerchant()
  await aPaidLink(shop, 6)
  await aPaidCollection(shop, member(7))
  await archiveAll()
  await masked(retaining(later(40)), 2)
  const contents = async () => {
    const links = await rowsOf<{ content: string }>('payment_links', shop)
    return links.map(({ content }) => JSON.parse(content).memberName)
  }
  expect(await contents()).toEqual(['***'])
  await rows('update archive_position set after_id = 0, ended_at = null')
  await archiveAll(retaining(later(40)))
  expect(await contents()).toEqual([])
  await masked(retaining(later(41)))
  expect(await contents()).toEqual([])
  await unarchive(later(), await archivedIds())
  expect(await contents()).toEqual(['***'])
  // Orders keep who they are of.
  expect((await namesOf(shop)).sort()).toEqual(['王小明6', '王小明7'])
})

test('the note of a late answer stays while another run has archived its order again', async () => {
  const { id } = await aPaidCollection(await aMerchant())
  await archiveAll()
  await rows('insert into late_answers values (?, 1)', id)
  const noted = () => rows('select answered_at from late_answers where order_id = ?', id)
  await maskLate(aContext().db, { orders: [id], before: 2 })
  expect(await noted()).toEqual([{ answered_at: 1 }])
  await masked(retaining(later(40)))
  expect(await noted()).toEqual([])
})
