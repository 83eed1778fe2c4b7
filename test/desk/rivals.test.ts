import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { agent, aMatchedOrder, anOrderInDoubt, anOwnAccount, statusOf } from './support/doubts.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { goTo, openAs, showAs, withoutScripts } from './support/pages.ts'
import { aDeposit, ask, operator } from './support/shop.ts'
import { storeDoubts } from './support/stored.ts'

// Several orders or deposits of one payer and amount: a person must tell which belongs to which (matching §6).

test('two deposits of one order stand side by side with what differs, none chosen, and one settles it', async () => {
  const account = await anOwnAccount()
  const { order, line, amount } = await anOrderInDoubt({
    account,
    doubts: ['two_transactions'],
    last5: '68201',
  })
  const bookedAt = new Date(Date.parse(`${line.booked_at.replace(' ', 'T')}+08:00`) + 7_000)
  const other = await aDeposit(account.id, amount, '68201', {
    bookedAt: bookedAt.toISOString(),
    memo: '儲值 0987',
    counterpartyName: '王小明',
  })
  const sum = `NT$${amount.toLocaleString('en-US')}`
  const to = `/desk?show=doubt&bank_account=${account.id}&in=doubt&order=${order.trade_no}`
  for (const [locale, width, colorScheme, button, chip] of [
    ['zh-TW', 390, 'light', `以其中一筆入帳 ${sum}，另一筆留待處理`, '多筆款項一筆訂單'],
    ['zh-TW', 1280, 'dark', `以其中一筆入帳 ${sum}，另一筆留待處理`, '多筆款項一筆訂單'],
    ['en', 390, 'dark', `Settle by one of them ${sum}; the other one stays`, 'Several deposits'],
    ['en', 1280, 'light', `Settle by one of them ${sum}; the other one stays`, 'Several deposits'],
  ] as const) {
    const viewport = { width, height: width === 390 ? 844 : 800 }
    const address = `${to}&transaction=${line.id}`
    const page = await openAs(agent, address, { locale, colorScheme, viewport })
    const twins = page.locator('#twins')
    expect(await page.locator('#settle :checked').count()).toBe(0)
    const [one, two] = await twins.locator('thead th').all()
    const [at, beside] = [await one?.boundingBox(), await two?.boundingBox()]
    expect(at?.y).toBe(beside?.y)
    expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await twins.locator('tr.differs th').allTextContents()).toEqual(
      locale === 'en'
        ? ['Booked differs', "Bank's number differs", 'Memo differs']
        : ['入帳時間 不同', '銀行編號 不同', '備註 不同'],
    )
    const submit = page.locator('#settle button[type=submit]')
    expect(await submit.isDisabled()).toBe(true)
    await twins.locator(`#transaction-${other.id}`).check()
    expect(await submit.textContent()).toContain(button)
    expect(await submit.isEnabled()).toBe(true)
    await keepPicture(page, `desk-twins-${locale}-${width}`)
    expect((await deskLooksOf(page)).accessibility).toEqual([])
    await page.goto(`/collections/${order.trade_no}`)
    expect(await page.locator('#settle :checked').count()).toBe(0)
    await page.goto(`/desk?show=doubt&bank_account=${account.id}`)
    expect(await page.locator(`#doubt-${line.id}`).textContent()).toContain(chip)
    await keepPicture(page, `desk-twins-list-${locale}-${width}`)
  }
  const page = await openAs(agent, to, withoutScripts)
  const submit = page.locator('#settle button[type=submit]')
  expect(await submit.textContent()).toContain(`以其中一筆入帳 ${sum}，另一筆留待處理`)
  await submit.click()
  expect(await statusOf(order)).toBe('pending')
  await page.locator(`#transaction-${other.id}`).check()
  await submit.click()
  await page.locator('.notice.done').waitFor()
  expect(await statusOf(order)).toBe('succeeded')
  expect((await ask(agent, 'GET', `/bank-transactions/${line.id}`)).state).toBe('unclaimed')
})

test('the younger of two orders names the older one, of another member of the same name', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const aWaiting = () => aMatchedOrder({ account, amount, last5: '66123', member: randomUUID() })
  const older = await aWaiting()
  await ask(agent, 'POST', `/collections/${older.trade_no}/exception`, { reason: '待查' })
  const younger = await aWaiting()
  await aDeposit(account.id, amount, '66123')
  const page = await openAs(agent, `/collections/${younger.trade_no}`)
  expect(await page.locator('#stand').textContent()).toContain('款項待判斷')
  const [first] = await page.locator('#rivals li').all()
  expect(await first?.textContent()).toContain(older.merchant_order_no)
  expect(await page.locator('form#settle').count()).toBe(0)
})

test('of two deposits and two orders of a payer the older is settled by override, the last plainly', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const anOrder = () => aMatchedOrder({ account, amount, last5: '55123', member: randomUUID() })
  const [older, younger] = [await anOrder(), await anOrder()]
  const line = await aDeposit(account.id, amount, '55123')
  const at = `/collections/${older.trade_no}`
  const page = await openAs(operator, at)
  expect(await page.locator('#rivals').textContent()).toContain('只能支付其中一筆')
  await aDeposit(account.id, amount, '55123')
  for (const [locale, each] of [
    ['zh-TW', '2 筆款項、2 筆訂單，同一付款人同金額：各付一筆。'],
    ['en', '2 deposits, 2 orders of one payer and amount: each pays one.'],
  ] as const) {
    for (const reader of [agent, operator]) {
      const asked = await openAs(reader, '/desk', { locale })
      for (const width of [390, 1280]) {
        await showAs(asked, { width })
        await goTo(asked, at)
        expect(await asked.locator('#rivals').textContent()).toContain(each)
        // The header says what the order's row does.
        const unsure = locale === 'en' ? 'Money to judge' : '款項待判斷'
        expect(await asked.locator('#stand').textContent()).toContain(unsure)
        await keepPicture(asked, `desk-each-${reader.slice(0, 4)}-${locale}-${width}`)
      }
    }
  }
  await page.reload()
  await page.locator(`#transaction-${line.id}`).check()
  await page.locator('#settle [name=override][value=evidence_differs]').check()
  await page.locator('#settle [name=reason]').fill('同一付款人兩筆')
  await page.locator('#settle').getByRole('button', { name: '入帳' }).click()
  await page.locator('.notice.done').waitFor()
  expect(await statusOf(older)).toBe('succeeded')
  // As the box has said: the last one is any agent's, without a reason.
  const last = await openAs(agent, `/collections/${younger.trade_no}`)
  expect(await last.locator('#rivals').count()).toBe(0)
  await last.locator('#settle').getByRole('button', { name: '入帳' }).click()
  await last.locator('.notice.done').waitFor()
  expect(await statusOf(younger)).toBe('succeeded')
})

test('without scripts a line is settled, and two orders that it may pay stand beside it', async () => {
  const account = await anOwnAccount()
  const amount = anOwnAmount()
  const anOrder = () => aMatchedOrder({ account, amount, last5: '77777' })
  const orders = [await anOrder(), await anOrder()]
  const line = await aDeposit(account.id, amount, '77777')
  storeDoubts(line.id, ['two_orders'])
  const page = await openAs(agent, `/desk?bank_account=${account.id}`, withoutScripts)
  const row = page.locator(`#doubt-${line.id}`)
  // The pane beside the list has the doubt in words, and both orders with what fits; each opens with the line.
  await row.getByRole('link').click()
  const pane = page.locator('#panel')
  expect(await pane.locator('#doubts').textContent()).toContain('請選出其一')
  for (const one of orders) {
    const card = pane.locator(`#may-pay-${one.trade_no}`)
    expect(await card.textContent()).toMatch(
      new RegExp(`${one.merchant_order_no}.*…77777.*全部相符`),
    )
  }
  await keepPicture(page, 'desk-doubt-pane')
  await pane.getByRole('link', { name: orders[1]?.merchant_order_no }).click()
  await page.locator('#rivals.care').waitFor()
  // The page that compares them shows the same.
  await page.goto(`/bank-transactions/${line.id}`)
  const firstRow = page.locator('#candidate tbody tr, #candidate [data-row]').first()
  expect(await firstRow.textContent()).toMatch(
    new RegExp(`${orders[0]?.merchant_order_no}.*優先：最先指定帳戶`),
  )
  expect(await page.getByText('優先：最先指定帳戶').count()).toBe(1)
  await keepPicture(page, 'desk-compared-alike')
  await page.goBack()
  // Either page has both orders, and which is first; an agent has no button that would be refused.
  for (const reader of [agent, operator]) {
    for (const [locale, first] of [
      ['zh-TW', '優先：最先指定帳戶'],
      ['en', 'First: given the account first'],
    ] as const) {
      const asked = await openAs(reader, '/desk', { locale })
      for (const width of [390, 1280]) {
        await showAs(asked, { width })
        for (const [one, other] of [orders, orders.toReversed()]) {
          await goTo(asked, `/collections/${one.trade_no}`)
          const band = asked.locator('#rivals.care')
          expect(await band.locator('li').first().textContent()).toContain(first)
          const numbers = orders.map(({ merchant_order_no: number }) => number)
          for (const [n, number] of numbers.entries()) {
            expect(await band.locator('li').nth(n).textContent()).toContain(number)
          }
          const rival = band.getByRole('link', { name: other.merchant_order_no })
          expect(await rival.getAttribute('href')).toBe(`/collections/${other.trade_no}`)
          await keepPicture(asked, `desk-rivals-${reader.slice(0, 4)}-${locale}-${width}`)
          expect(await asked.locator('form#settle').count()).toBe(reader === agent ? 0 : 1)
          if (reader === agent) continue
          // Nothing is chosen for the reader, even by the page's address.
          await asked.goto(`/collections/${one.trade_no}?transaction=${line.id}`)
          expect(await asked.locator('#settle [name=bank_transactions]:checked').count()).toBe(0)
          // The tick and the reason are visible before anything is chosen.
          expect(await asked.locator('#found-out [name=reason]').isVisible()).toBe(true)
          expect(await asked.locator('#found-out').textContent()).toMatch(
            /已查明屬於本筆|it belongs to this order/,
          )
          await asked.locator(`#transaction-${line.id}`).check()
          const button = asked.locator('#settle button[type=submit]')
          expect(await button.isDisabled()).toBe(true)
          expect(await asked.locator('#settle [data-shown-if=rival]').isVisible()).toBe(true)
          await asked.locator('#settle [name=override][value=evidence_differs]').check()
          await asked.locator('#settle [name=reason]').fill('會員提供轉帳截圖')
          expect(await button.isEnabled()).toBe(true)
        }
      }
    }
  }
  const single = await anOrderInDoubt({ account, doubts: ['early'], last5: '88888' })
  await page.goto(`/desk?bank_account=${account.id}`)
  await page.locator(`#open-doubt-${single.line.id}`).click()
  await page.locator('#settle').getByRole('button', { name: '入帳' }).click()
  expect(await page.locator('#notices').textContent()).toContain('已入帳')
  expect(await statusOf(single.order)).toBe('succeeded')
})
