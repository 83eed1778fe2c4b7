import { expect, test } from 'vitest'
import { aCollection, eventNames, move, outcomesOf } from '../support/orders.ts'
import { agent, aMerchant, operator, rows } from '../support/service.ts'

const account = {
  agent: agent.name,
  collectionAccountName: '收款戶',
  collectionAccountNo: '0012345678',
  collectionBankName: '臺灣銀行',
}

test('100 settlings at once: one wins, the balance moves once, one callback is owed (§3.1 succeeded)', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop, { notify_url: 'https://m.example/n' })

  const outcomes = await outcomesOf(Array.from({ length: 100 }, () => move.settle(tradeNo)))

  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'already_final')).toHaveLength(99)
  expect((await shop.balance()).body.balance).toBe(100)
  expect(await rows('select 1 from callbacks where trade_no = ?', tradeNo)).toHaveLength(1)
  expect(await eventNames(tradeNo)).toEqual(['created', 'settled'])
})

test('a match stores the receiving account; a second match is refused with the first agent’s name (§1.2 collections, §3.1 matched)', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop)

  await move.match(tradeNo, account, { principal: agent })
  const second = move.match(tradeNo, { ...account, agent: 'another' })

  await expect(second).rejects.toMatchObject({ code: 'taken', details: { taken_by: agent.name } })
  const { body } = await shop.status({ tradeNo })
  expect(body.data).toMatchObject({
    collection_status: 'matched',
    collection_account_name: '收款戶',
    payment_bank_account: '0012345678',
  })
})

test('an agent may match for itself only (§1.2 collections)', async () => {
  const tradeNo = await aCollection(await aMerchant())
  const forAnother = move.match(tradeNo, { ...account, agent: 'another' }, { principal: agent })
  await expect(forAnother).rejects.toMatchObject({ code: 'forbidden' })
  const itself = { ...account, agent: agent.name.toUpperCase() }
  const matched = await move.match(tradeNo, itself, { principal: agent })
  expect(matched).toMatchObject({ agent: agent.name })
})

test('a wrong receiving account is corrected by an exception and a new match (§3.1 exception)', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop)

  await move.match(tradeNo, account, { principal: agent })
  await move.putAside(tradeNo, 'wrong account', { principal: agent })
  expect((await shop.status({ tradeNo })).body.status).toBe('EXCEPTION')
  await move.match(tradeNo, { ...account, collectionAccountNo: '999' }, { principal: agent })

  const { body } = await shop.status({ tradeNo })
  expect(body.status).toBe('PENDING')
  expect(body.data.collection_account_no).toBe('999')
})

test('a settled exception is manual (§3.1 manual, transitions, §3.3 other values)', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop)
  await move.putAside(tradeNo, 'late')
  await move.settle(tradeNo)

  const { body } = await shop.status({ tradeNo })
  expect(body).toMatchObject({ status: 'MANUAL PAID', paid: 100 })
  expect(body.data).toMatchObject({ system_status: 'manual', collection_status: 'exception' })
})

test('more than the amount needs an operator’s override', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop)
  const more = { paidAmount: 10_001 }
  const settle = (who: typeof agent | typeof operator, override: boolean) =>
    move.settle(tradeNo, { ...more, override }, { principal: who })

  await move.take(tradeNo, { principal: agent })
  await expect(settle(agent, false)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(settle(operator, false)).rejects.toMatchObject({ code: 'override_required' })
  await expect(settle(agent, true)).rejects.toMatchObject({ code: 'forbidden' })
  await settle(operator, true)

  expect((await shop.balance()).body.balance).toBe(100.01)
})

test('the declared paid amount of a pending collection is not in the ledger (§3.1 pending)', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop, { paid_amount: 5_000 })
  expect((await shop.status({ tradeNo })).body.data.paid_amount).toBe(5_000)

  await move.settle(tradeNo)

  expect((await shop.balance()).body.balance).toBe(100)
})

test('declared money is confirmed once', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop, { status: 'succeeded', paid_amount: 90 })
  expect((await shop.balance()).body).toMatchObject({ balance: 0, balance0: 90, balance2: 90 })

  const accepted = { accept: true, reason: '', override: true }
  await move.confirm(tradeNo, accepted)

  expect((await shop.balance()).body).toMatchObject({ balance: 90, balance0: 90, balance2: 0 })
  const again = move.confirm(tradeNo, { ...accepted, accept: false })
  await expect(again).rejects.toMatchObject({ code: 'already_final' })
})

test('there is nothing to confirm of a collection that the platform settled itself', async () => {
  const tradeNo = await aCollection(await aMerchant())
  await move.settle(tradeNo)
  const accepted = { accept: true, reason: '', override: false }
  const confirmation = move.confirm(tradeNo, accepted)
  await expect(confirmation).rejects.toMatchObject({ code: 'nothing_to_confirm' })
})

test('a deposit or a payout cannot have a time in the future', async () => {
  const shop = await aMerchant()
  const tradeNo = await aCollection(shop)
  const soon = Math.floor(Date.now() / 1000) + 240
  const settling = (paidAt: number) => move.settle(tradeNo, { paidAt })
  await expect(settling(soon + 600)).rejects.toMatchObject({
    code: 'validation_error',
    details: { errors: { paid_at: [{ zh: '不可晚於現在的時間' }] } },
  })
  expect(await eventNames(tradeNo)).toEqual(['created'])
  await settling(soon)
  const processing = { actualAmount: null, voucherNo: null, override: false }
  const early = move.process('P1', { ...processing, processedAt: soon + 600 })
  await expect(early).rejects.toMatchObject({ code: 'validation_error' })
})

test('an unknown transaction number is not found', async () => {
  const unknown = ['C000000000000000000000000', 'CZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'nothing', '']
  for (const tradeNo of unknown) {
    const settling = move.settle(tradeNo)
    await expect(settling).rejects.toMatchObject({ code: 'not_found' })
  }
})
