import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepPicture, keepView } from '../browser/support/looks.ts'
import { anOwnAmount } from './support/own-amount.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import { lookedAtAgain } from './support/people.ts'
import { served } from './support/served.ts'
import {
  aDebit,
  aDeposit,
  anAccount,
  aPayout,
  aShop,
  ask,
  type Body,
  openBalance,
  operator,
} from './support/shop.ts'

test('an agent pays a payout out by keyboard: t, the debit that appears, s', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const { trade_no: tradeNo, amount } = await aPayout(shop, anOwnAmount())
  await openBalance(shop, amount)
  // Of other tests' payouts, older ones may fill the list.
  const page = await openAs('ann:agent', `/desk/payouts?who=free&order=${tradeNo}`, {
    locale: 'en',
  })
  await page.keyboard.press('t')
  await page.locator('#panel-order').getByText('you').waitFor()
  const debit = await aDeposit(account.id, -amount)
  await page.evaluate(lookedAtAgain)
  // Among the debits of other tests, none of which has its amount.
  const offered = page.locator(`input[name="bank_transactions"][value="${debit.id}"]`)
  await offered.waitFor()
  expect(await offered.isChecked()).toBe(true)
  expect(await page.locator(`#account-${account.id}`).isChecked()).toBe(true)
  // What collections have taken of an account's day is no matter of a payout.
  expect(await page.locator('.choice').textContent()).not.toContain('waiting')
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await page.locator('.notice.done', { hasText: 'Paid out' }).waitFor()
  expect(await ask('ann:agent', 'GET', `/payouts/${tradeNo}`)).toMatchObject({
    status: 'processed',
    backed: true,
    bank_account: account.id,
  })
})

test('on a phone what a payout goes to and the button that books it are on the first screen', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const { trade_no: tradeNo, serial_no: number, amount } = await aPayout(shop, anOwnAmount())
  await openBalance(shop, amount)
  await ask('ann:agent', 'POST', `/payouts/${tradeNo}/take`, {})
  const places = ['#panel-title', '.panel-lead', '#process .act-bar > .buttons']
  for (const locale of ['zh-TW', 'en']) {
    const page = await openAs('ann:agent', `/desk/payouts?order=${tradeNo}`, {
      locale,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    // Before the bank has told of it, and after.
    for (const isDebited of [false, true]) {
      if (isDebited && locale === 'zh-TW') await aDeposit(account.id, -amount)
      await page.reload()
      // Once it has, what it tells in place of what is typed into its form.
      const needed = isDebited || locale === 'en' ? '#process .offer' : '#panel-first'
      const boxes = await Promise.all(
        [...places, needed].map((one) => page.locator(one).boundingBox()),
      )
      const bar = await page.locator('.panel-ways').boundingBox()
      for (const box of boxes) {
        expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
      }
    }
    // A short number stands in one piece.
    await page.goto('/desk/payouts?who=mine')
    const shown = page.locator(`#waits-${tradeNo} .number`, { hasText: number })
    expect(await shown.getAttribute('class')).toBe('number')
  }
})

test('a payout is cancelled with its reason, and the page says first that it cannot be undone', async () => {
  const shop = await aShop()
  const { trade_no: tradeNo } = await aPayout(shop, 700)
  const page = await open(`/desk/payouts?order=${tradeNo}`, {
    locale: 'en',
    javaScriptEnabled: false,
  })
  await page.locator('#cancel-open > summary').click()
  expect(await page.locator('#cancel .warning').textContent()).toContain(
    `NT$700 is returned to merchant ${shop.uid}, which is notified`,
  )
  await page.locator('#cancel').getByLabel('Reason').fill('帳號有誤')
  await page.locator('#cancel').getByRole('button').click()
  expect(await ask('olga:operator', 'GET', `/payouts/${tradeNo}`)).toMatchObject({
    status: 'cancelled',
    reason: '帳號有誤',
  })
})

test('what a bank’s form asks of a payout stands first, each with a button that copies it', async () => {
  const shop = await aShop()
  const { trade_no: tradeNo } = await aPayout(shop, 1_234)
  await ask(operator, 'POST', `/payouts/${tradeNo}/take`, {})
  for (const [locale, width] of [
    ['zh-TW', 390],
    ['en', 390],
    ['zh-TW', 1280],
    ['en', 1280],
  ] as const) {
    const viewport = { width, height: 844 }
    const to = `/desk/payouts?order=${tradeNo}`
    const page = await openAs(operator, to, { locale, viewport })
    const copied = page.locator('#panel-first button[data-copy]')
    await copied.first().waitFor()
    const texts = await copied.evaluateAll((all) => all.map((one) => one.getAttribute('data-copy')))
    const each = ['玉山銀行', '808-001267890', '林美麗', '1234']
    expect(texts).toEqual([...each, each.join('\n')])
    const [first, act] = await Promise.all([
      page.locator('#panel-first').boundingBox(),
      page.locator('#process-open').boundingBox(),
    ])
    expect(first?.y).toBeLessThan(act?.y ?? 0)
    await keepView(page, `desk/payee-${locale}-${width}`)
    await page.goto(`/payouts/${tradeNo}`)
    await page.locator('#stand button[data-copy="808-001267890"]').waitFor()
  }
})

test('a press that copies nothing says so: the account of another payout may be in the clipboard', async () => {
  const { trade_no: tradeNo } = await aPayout(await aShop(), 1_236)
  await ask(operator, 'POST', `/payouts/${tradeNo}/take`, {})
  const page = await open(`/desk/payouts?order=${tradeNo}`)
  await page.evaluate(
    "Object.defineProperty(navigator, 'clipboard', {}); Document.prototype.execCommand = () => false",
  )
  await page.locator('#panel-first button[data-copy="808-001267890"]').click()
  await page.locator('[data-copied="false"]').waitFor()
  const line = "getComputedStyle(document.querySelector('[data-copied]')).textDecorationLine"
  expect(await page.evaluate(line)).toBe('line-through')
  expect(await page.locator('#announcer').textContent()).toContain('未複製')
})

test('a payout made by hand from an account of ours waits for the line of its bank, until one backs it', async () => {
  const account = await anAccount({ use: 'out', backing: 'later' })
  const { trade_no: tradeNo } = await aPayout(await aShop(), 808)
  const path = `/payouts/${tradeNo}`
  await ask(operator, 'POST', `${path}/process`, {
    bank_account: account.id,
    reason: '臨櫃',
    override: ['balance'],
  })
  const page = await open(path, { locale: 'en' })
  expect(await page.locator('#stand').textContent()).toContain("Waiting for the bank's line")
  const debit = await aDeposit(account.id, -808)
  await ask(operator, 'POST', `${path}/back`, { bank_transactions: [debit.id] })
  await page.goto(path)
  expect(await page.locator('#stand').textContent()).not.toContain('Waiting for')
})

test('who has not taken a payout copies nothing of it: the page says to take it, or who has it', async () => {
  const shop = await aShop()
  await openBalance(shop, 1_235)
  const { trade_no: tradeNo } = await aPayout(shop, 1_235)
  const drawn = async (actor: string, to: string) => {
    const { html } = await served(actor, to)
    const [, band = null] = /id="paying">(.*?)<\/(?:section|p)>/s.exec(html) ?? []
    const [, figures = ''] = /id="(?:panel-first|stand)"(.*?)<\/section>/s.exec(html) ?? []
    const copied = [...figures.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => text)
    return { band, copies: copied.includes('808-001267890'), sees: html.includes('808-001267890') }
  }
  const take = expect.stringContaining('請先領取')
  const others = expect.stringContaining('pat')
  for (const to of [`/desk/payouts?order=${tradeNo}`, `/payouts/${tradeNo}`]) {
    expect(await drawn('pat:agent', to)).toEqual({ band: take, copies: false, sees: false })
    expect(await drawn(operator, to)).toEqual({ band: take, copies: false, sees: true })
    await ask('pat:agent', 'POST', `/payouts/${tradeNo}/take`, {})
    expect(await drawn('pat:agent', to)).toEqual({ band: null, copies: true, sees: true })
    expect(await drawn('pia:agent', to)).toMatchObject({ band: others, copies: false, sees: false })
    expect(await drawn(operator, to)).toEqual({ band: others, copies: false, sees: true })
    await ask('pat:agent', 'POST', `/payouts/${tradeNo}/release`, {})
  }
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    const page = await openAs('pat:agent', `/desk/payouts?order=${tradeNo}`, { viewport })
    await keepView(page, `desk/untaken-${viewport.width}`)
    await page.locator('#paying').getByRole('button').click()
    await page.locator('#panel-first button[data-copy]').first().waitFor()
    await ask('pat:agent', 'POST', `/payouts/${tradeNo}/release`, {})
  }
})

test('a payout that nobody has taken cannot be booked, with scripts or without: its button says to take it', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const { trade_no: tradeNo, amount } = await aPayout(shop, anOwnAmount())
  await openBalance(shop, amount)
  await aDeposit(account.id, -amount)
  for (const to of [`/desk/payouts?order=${tradeNo}`, `/payouts/${tradeNo}`]) {
    for (const more of [withoutScripts, { locale: 'en' }]) {
      const page = await open(to, { ...more, viewport: { width: 390, height: 844 } })
      const button = page.locator('#process button[type=submit]')
      expect(await page.locator('#process [name=bank_transactions]:checked').count()).toBe(1)
      expect(await button.isDisabled()).toBe(true)
      expect(await page.locator('#process .buttons').textContent()).toMatch(
        /請先領取|Take it first/,
      )
      await page.locator('#paying').getByRole('button').click()
      expect(await button.isDisabled()).toBe(false)
      await ask(operator, 'POST', `/payouts/${tradeNo}/release`, {})
    }
  }
})

test('a payout without an account says in red that it cannot be paid, and is cancelled first of all', async () => {
  const shop = await aShop()
  const { trade_no: tradeNo } = await aPayout(shop, 1_238, { payee_account: '' })
  for (const actor of [operator, 'pam:agent']) {
    if (actor !== operator) await ask(actor, 'POST', `/payouts/${tradeNo}/take`, {})
    for (const to of [`/desk/payouts?order=${tradeNo}`, `/payouts/${tradeNo}`]) {
      const { html } = await served(actor, to)
      expect(html).toMatch(/class="notice wrong" id="paying">.*?沒有收款帳號，無法出款/s)
      expect(html).toMatch(/id="acts".*?<details class="act" open="" id="cancel-open">/s)
      expect(html).not.toContain('<details class="act" open="" id="process-open">')
      const [cancel, process] = ['id="cancel-open"', 'id="process-open"'].map((one) =>
        html.indexOf(one),
      )
      if (process !== -1) expect(cancel).toBeLessThan(process ?? 0)
    }
  }
  // Its row says so below the others, as that of one that its merchant has too little for; neither is the next one.
  await openBalance(shop, 5_000)
  const { trade_no: before } = await aPayout(shop, 1_239)
  const bare = await aPayout(shop, 1_240, { payee_account: '' })
  // Another test's debit of its amount would be to its payee otherwise.
  const short = await aPayout(shop, 5_001, { payee_account: '808-001231003' })
  const after = await aPayout(shop, 1_241)
  for (const one of [before, bare.trade_no, short.trade_no, after.trade_no]) {
    await ask('pim:agent', 'POST', `/payouts/${one}/take`, {})
  }
  const list = `/desk/payouts?who=mine&order=${before}`
  const { html } = await served('pim:agent', list)
  const rows = [...html.matchAll(/<li [^>]*id="(?:waits-)?([^"]*)".*?<\/li>/gs)]
  expect(rows.map(([, no]) => no)).toEqual([
    before,
    after.trade_no,
    'waiting-stuck',
    bare.trade_no,
    short.trade_no,
  ])
  expect(rows[2]?.[0].replaceAll(/<[^>]*>/g, '')).toBe('不能出款 2')
  expect(rows[3]?.[0]).toContain('沒有收款帳號')
  expect(rows[4]?.[0]).toContain('餘額不足')
  expect(html).toMatch(new RegExp(`order=${after.trade_no}" data-key="n"`))
  const seen = await openAs('pim:agent', list, { viewport: { width: 390, height: 844 } })
  await keepView(seen, 'desk/stuck-390')
  const page = await openAs('pam:agent', `/desk/payouts?order=${tradeNo}`)
  await page.locator('#cancel').getByText('沒有收款帳號').click()
  await page.locator('#cancel').getByRole('button').click()
  await page.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', `/payouts/${tradeNo}`)).toMatchObject({
    reason: '沒有收款帳號',
  })
})

test('a debit with the fee of its bank says both figures, and is booked with one tick, two without scripts', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  for (const [isScripted, ofLast5] of [
    [true, '31001'],
    [false, '31002'],
  ] as const) {
    const payee = { payee_account: `808-0012${ofLast5}` }
    const { trade_no: tradeNo } = await aPayout(shop, 5_000, payee)
    await openBalance(shop, 5_000)
    await ask('fay:agent', 'POST', `/payouts/${tradeNo}/take`, {})
    const to = `/desk/payouts?order=${tradeNo}`
    const order = {
      locale: 'en',
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: isScripted,
    }
    const page = await openAs('fay:agent', to, order)
    // Nothing is debited yet: the account is asked for first.
    const tops = async () =>
      await Promise.all(
        ['#process .choice', '#process .candidates'].map(
          async (one) => (await page.locator(one).boundingBox())?.y ?? 0,
        ),
      )
    const [choice = 0, none = 0] = await tops()
    expect(choice).toBeLessThan(none)
    const debit = await aDebit(account.id, 5_015, payee.payee_account)
    // Told above all else, to whoever has not taken it as well.
    const { html } = await served('gus:agent', to, 'zh-TW')
    expect(html.match(/id="has-left">(.*?)<\/div>/s)?.[1]?.replace(/<[^>]*>/g, '')).toMatch(
      new RegExp(`^先不要匯款：.* 已有一筆 −NT\\$5,015 扣給 .*${ofLast5}$`, 's'),
    )
    await page.goto('/desk/payouts?who=mine')
    await page
      .locator(`#waits-${tradeNo} .badge.care`, { hasText: 'Perhaps debited, with fee' })
      .waitFor()
    await keepView(page, `desk/row-with-fee-${isScripted}`)
    await page.goto(to)
    await page.locator('#has-left', { hasText: 'Do not send it yet' }).waitFor()
    const [after = 0, debits = 0] = await tops()
    expect(debits).toBeLessThan(after)
    expect(await page.locator('#process .candidates').textContent()).toContain(
      'paid NT$5,000 + fee NT$15',
    )
    expect(await page.locator(`#account-${account.id}`).isChecked()).toBe(true)
    await page.locator(`#transaction-${debit.id}`).check()
    const fee = page.getByLabel('NT$15 of it is the fee of the bank')
    expect(await fee.isChecked()).toBe(isScripted)
    await keepView(page, `desk/debit-with-fee-${isScripted}`)
    await fee.check()
    await page.locator('#process button[type=submit]').click()
    await page.locator('.notice.done').waitFor()
    expect(await ask(operator, 'GET', `/payouts/${tradeNo}`)).toMatchObject({
      status: 'processed',
      actual_amount: 5_000,
      bank_transactions: [debit.id],
    })
  }
})

test('a debit that is gone to by key stands with all that is compared above the bar of the act', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const { trade_no: tradeNo, amount } = await aPayout(shop, anOwnAmount())
  await ask(operator, 'POST', `/payouts/${tradeNo}/take`, {})
  await aDeposit(account.id, -amount)
  for (const [locale, width, height] of [
    ['zh-TW', 1280, 800],
    ['en', 1280, 800],
    ['zh-TW', 390, 844],
    ['en', 390, 844],
  ] as const) {
    const page = await open(`/desk/payouts?order=${tradeNo}`, {
      locale,
      viewport: { width, height },
    })
    await page.keyboard.press('s')
    await expect
      .poll(async () => {
        const [table, bar] = await Promise.all(
          ['#process .offer table', '#process .act-bar > .buttons'].map((one) =>
            page.locator(one).boundingBox(),
          ),
        )
        return (table?.y ?? height) + (table?.height ?? 0) <= (bar?.y ?? 0)
      })
      .toBe(true)
    await keepView(page, `desk/compared-${locale}-${width}`)
  }
})

test.each([
  ['zh-TW', 1280, 800, 'light'],
  ['en', 1280, 800, 'dark'],
  ['zh-TW', 390, 844, 'dark'],
  ['en', 390, 844, 'light'],
] as const)(
  'in %s at %i × %i a debit stands above the payee and the bar, and no focus goes beneath it',
  async (...look) => {
    const [locale, width, height, colorScheme] = look
    const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
    const { trade_no: tradeNo, amount } = await aPayout(shop, anOwnAmount())
    await openBalance(shop, 200_000)
    await ask(operator, 'POST', `/payouts/${tradeNo}/take`, {})
    const to = `/desk/payouts?order=${tradeNo}`
    const viewport = { width, height }
    const page = await open(to, { locale, viewport, colorScheme })
    const boxOf = async (at: string) => (await page.locator(at).boundingBox()) ?? expect.fail(at)
    // Each at one moment: a phone goes to the open order by itself.
    const boxes = await page.locator('#panel-first button[data-copy]').evaluateAll((all) => {
      return all.map((one) => one.getBoundingClientRect().toJSON())
    })
    for (const [n, one] of boxes.entries()) {
      for (const other of boxes.slice(n + 1)) {
        expect(one.bottom <= other.top + 0.5 || one.right <= other.left).toBe(true)
      }
    }
    const tops = await page.locator('#panel-first, #process-open').evaluateAll((all) => {
      return all.map((one) => [one.id, one.getBoundingClientRect().y] as const)
    })
    const { 'panel-first': first, 'process-open': act } = Object.fromEntries(tops)
    expect(first).toBeLessThan(act ?? 0)
    await keepView(page, `desk/payee-lines-${locale}-${width}`)
    await aDeposit(account.id, -amount)
    await page.reload()
    const bar = await boxOf('#process .act-bar > .buttons')
    expect(bar.height).toBeLessThanOrEqual(64)
    const offer = await boxOf('#process .offer table')
    expect(offer.y + offer.height).toBeLessThanOrEqual(bar.y)
    expect((await boxOf('#panel-first')).y).toBeGreaterThan(bar.y)
    await keepView(page, `desk/evidence-first-${locale}-${width}`)
    await page.locator('#process-open > summary').focus()
    for (let n = 0; n < 14; n += 1) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate<string | null>(`(() => {
      const one = document.activeElement
      const { bottom } = one.getBoundingClientRect()
      const bar = document.querySelector('#process .act-bar > .buttons').getBoundingClientRect()
      return one.closest('#process') && !one.closest('.act-bar') && bottom > bar.top + 1 ? one.outerHTML : null
    })()`)
      expect(covered).toBe(null)
    }
  },
)

test('before a payout can be copied its page shows the merchant’s money and the second person', async () => {
  await anAccount({ use: 'out' })
  const shop = await aShop()
  await openBalance(shop, 100)
  const drawn = async (actor: string, to: string) => {
    const { html } = await served(actor, to)
    const before = html.slice(0, Math.max(0, html.indexOf('data-copy="808-001267890"')))
    const [, tone, band] =
      /class="notice (\w+)" id="paying">(.*?)<\/(?:section|p)>/s.exec(html) ?? []
    const [, left = null] = /id="funds-after">(.*?)<\/b>/s.exec(html) ?? []
    const text = band?.replaceAll(/<[^>]*>/g, '')
    return { tone, text, left, saysFirst: before.includes('id="paying"'), isCopied: before !== '' }
  }
  const taken = async (amount: number, actor: string) => {
    const { trade_no: tradeNo } = await aPayout(shop, amount)
    await ask(actor, 'POST', `/payouts/${tradeNo}/take`, {})
    return [`/desk/payouts?order=${tradeNo}`, `/payouts/${tradeNo}`]
  }
  for (const to of await taken(1_236, 'uma:operator')) {
    // What its waiting payouts take is more than there is, all together.
    const { html } = await served('uma:operator', to)
    const [, available = ''] = /id="funds-available">(.*?)<\/span><\/dd>/s.exec(html) ?? []
    expect(available.replaceAll(/<[^>]*>/g, '')).toBe(
      '−NT$1,136（待出款佔用 NT$1,236），餘額不足以全部出款',
    )
    expect(await drawn('uma:operator', to)).toEqual({
      tone: 'wrong',
      saysFirst: true,
      isCopied: true,
      text: expect.stringContaining('餘額不足'),
      left: '<span class="sum negative">−NT$1,136</span>',
    })
  }
  // Whom only an operator may pay is not copied by an agent, who is not told what the merchant has.
  for (const to of await taken(1_237, 'pam:agent')) {
    expect(await drawn('pam:agent', to)).toEqual({
      tone: 'wrong',
      saysFirst: false,
      isCopied: false,
      left: null,
      text: '請勿付款：商戶餘額不足（或商戶已停用），須由營運人員決定。',
    })
    const { html } = await served('pam:agent', to)
    const [, why = ''] = /<dt>出款完成<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(html) ?? []
    expect(why).toContain('商戶餘額不足')
  }
  await openBalance(shop, 200_000)
  const [covered = ''] = await taken(60, 'uma:operator')
  expect(await drawn('uma:operator', covered)).toMatchObject({
    tone: undefined,
    left: '<span class="sum">NT$200,040</span>',
  })
  for (const to of await taken(150_000, 'uma:operator')) {
    expect(await drawn('uma:operator', to)).toEqual({
      tone: 'care',
      saysFirst: true,
      isCopied: true,
      text: expect.stringContaining('付款前請先徵得另一位營運人員同意'),
      left: '<span class="sum">NT$50,100</span>',
    })
    const page = await openAs('uma:operator', to, { viewport: { width: 390, height: 844 } })
    await keepView(page, `desk/funds-${to.startsWith('/desk') ? 'panel' : 'page'}`)
  }
})

test('a large payout says what its button does: it books at once with a debit, else it asks for approval', async () => {
  const account = await anAccount({ use: 'out' })
  const shop = await aShop()
  await openBalance(shop, 400_000)
  const { trade_no: tradeNo, amount } = await aPayout(shop, anOwnAmount(150_000, 390_000))
  await ask('uma:operator', 'POST', `/payouts/${tradeNo}/take`, {})
  const to = `/desk/payouts?order=${tradeNo}`
  const { html } = await served('uma:operator', to)
  expect(html).toContain('選了銀行扣款時立即生效，不需核准；沒有扣款時須由另一位營運人員核准')
  const page = await openAs('uma:operator', to, { viewport: { width: 390, height: 844 } })
  const [said, band] = [page.locator('#process .second'), page.locator('#paying .second')]
  expect(await said.textContent()).toBe('須由另一位營運人員核准後才會生效。')
  expect(await band.textContent()).toContain('請先徵得另一位營運人員同意')
  const debit = await aDeposit(account.id, -amount)
  await page.evaluate(lookedAtAgain)
  const offered = page.locator(`input[name="bank_transactions"][value="${debit.id}"]`)
  await offered.waitFor()
  const atOnce = '有銀行扣款佐證，按下立即生效，不需核准'
  await expect.poll(() => said.textContent()).toContain(atOnce)
  expect(await band.textContent()).toContain('不必再徵得')
  await keepPicture(page, 'desk/second-zh-390')
  await offered.uncheck()
  expect(await said.textContent()).toBe('須由另一位營運人員核准後才會生效。')
  await offered.check()
  expect(await said.textContent()).toContain(atOnce)
  await page.locator('#process .act-bar button').click()
  await page.locator('.notice.done').waitFor()
  expect(await ask(operator, 'GET', `/payouts/${tradeNo}`)).toMatchObject({ status: 'processed' })
})

test('two payouts of one payee and amount with one debit are in doubt, and nothing is ticked for a person', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const sum = anOwnAmount()
  await openBalance(shop, 2 * sum)
  const [one, other] = [await aPayout(shop, sum), await aPayout(shop, sum)]
  await ask('una:operator', 'POST', `/payouts/${one.trade_no}/take`, {})
  const to = `/desk/payouts?who=mine&order=${one.trade_no}`
  const rivals = (html: string) => /id="rivals">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
  for (const at of [`/desk/payouts?order=${other.trade_no}`, `/payouts/${other.trade_no}`]) {
    const early = rivals((await served('una:operator', at)).html)
    expect(early).toContain('請確認不是重複')
    expect(early).toContain(`/payouts/${one.trade_no}`)
  }
  await ask('una:operator', 'POST', `/payouts/${other.trade_no}/take`, {})
  const debit = await aDeposit(account.id, -sum)
  const late = rivals((await served('una:operator', `/payouts/${one.trade_no}`)).html)
  expect(late).toContain('2 筆代付、1 筆扣款')
  expect([late.includes(one.serial_no), late.includes(other.serial_no)]).toEqual([true, true])
  for (const [locale, width] of [
    ['zh-TW', 390],
    ['en', 1280],
  ] as const) {
    const page = await openAs('una:operator', to, { locale, viewport: { width, height: 900 } })
    const badge = page.locator(`#waits-${one.trade_no} .badge`, { hasText: /2 筆代付|2 payouts/ })
    expect(await badge.getAttribute('class')).toContain('care')
    await keepPicture(page, `desk/alike-${locale}-${width}`)
    const offered = page.locator(`input[name="bank_transactions"][value="${debit.id}"]`)
    expect(await offered.isChecked()).toBe(false)
    const button = page.locator('#process button[type=submit]')
    expect(await button.isDisabled()).toBe(true)
    const chip = page.locator('.offer .badge.care', { hasText: other.serial_no })
    expect(await chip.textContent()).toMatch(/^(也符合|Fits as well:) /)
    await offered.check()
    expect(await button.isDisabled()).toBe(true)
    const asked = page.locator('#found-out')
    await asked.locator('[type=checkbox]').check()
    expect(await button.isDisabled()).toBe(true)
    await asked.locator('[name=reason]').fill('銀行回單編號相符')
    expect(await button.isDisabled()).toBe(false)
    await keepPicture(page, `desk/alike-asked-${width}`)
  }
  const plain = await openAs('una:operator', `/payouts/${one.trade_no}`, withoutScripts)
  await plain.locator(`#transaction-${debit.id}`).check()
  await plain.locator('#process .act-bar button').click()
  await plain.locator('#found-out .problem').first().waitFor()
  expect(await ask(operator, 'GET', `/payouts/${one.trade_no}`)).toMatchObject({
    status: 'pending',
  })
})

test('once a payout is paid, another of its payee and amount says so, in the queue and on its page', async () => {
  const [account, shop] = await Promise.all([anAccount({ use: 'out' }), aShop()])
  const amount = anOwnAmount()
  await openBalance(shop, 200_000)
  const payee = { payee_account: `808-${randomInt(1e10, 9e10)}` }
  const told = async (to: string) => {
    const { html } = await served('pol:agent', to)
    return /id="paid-like">(.*?)<\/div>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')
  }
  const pagesOf = ({ trade_no: no }: Body) => [`/desk/payouts?order=${no}`, `/payouts/${no}`]
  const paid = await aPayout(shop, amount, payee)
  for (const to of pagesOf(paid)) expect(await told(to)).toBe(undefined)
  await ask('pia:agent', 'POST', `/payouts/${paid.trade_no}/take`, {})
  const debit = await aDeposit(account.id, -amount, payee.payee_account.slice(-5))
  const named = { bank_account: account.id, bank_transactions: [debit.id] }
  await ask('pia:agent', 'POST', `/payouts/${paid.trade_no}/process`, named)
  const pages = pagesOf(await aPayout(shop, amount, payee))
  for (const to of pages) {
    expect(await told(to)).toMatch(
      new RegExp(`^相同的代付 ${paid.serial_no} 已於 .+ 由 pia 出款 NT\\$.+，請確認本筆不是重複`),
    )
  }
  const page = await openAs('pol:agent', pages[0] ?? '', { viewport: { width: 390, height: 844 } })
  await keepView(page, 'desk/paid-like-390')
})
