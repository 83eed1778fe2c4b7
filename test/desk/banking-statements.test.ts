import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskLooksOf, keepPicture, keepView } from '../browser/support/looks.ts'
import { open, openAs, withoutScripts } from './support/pages.ts'
import {
  aDeposit,
  anAccount,
  ask,
  askTwo,
  importOf,
  operator,
  secondOperator,
} from './support/shop.ts'

const demo = readFileSync('test/data/statements/demo_utf8.csv', 'utf8')
let made = 0

/** The demo's statement with balances of its own: else it looks like the account's of the test before. */
function aFile() {
  made += 1
  const text = demo.replace(/"(\d+),(\d{3})"/g, (_, thousands: string, rest: string) => {
    return `"${Number(thousands) + made * 100},${rest}"`
  })
  return { name: 'demo.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

const header = '日期,時間,金額,餘額,備註,對方帳號,對方名稱'

function csv(name: string, ...lines: readonly string[]) {
  const buffer = Buffer.from([header, ...lines, ''].join('\r\n'))
  return { name, mimeType: 'text/csv', buffer }
}

async function imported(page: Page): Promise<string> {
  await page.waitForURL(/\/imports\/\d+$/)
  const state = page.locator('#import-state')
  await expect.poll(() => state.textContent()).toContain('完成')
  return (await page.locator('main').textContent()) ?? ''
}

async function linesOf(account: number): Promise<number> {
  const { items } = await ask(operator, 'GET', `/bank-transactions?bank_account=${account}`)
  return items.length
}

test('a statement that is chosen is shown at once, and imported with the file that was chosen', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open(`/bank-accounts/${account.id}`)
  await page.locator('#statement-open > summary').click()
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.locator('#plan').waitFor()
  const result = page.locator('#statement-result')
  expect(await result.textContent()).toContain('餘額連續')
  expect(await result.locator('#first tbody tr').count()).toBe(5)
  expect(await result.locator('#first').textContent()).toContain('−NT$250')
  expect(await linesOf(account.id)).toBe(0)
  await page.getByRole('button', { name: '確認匯入' }).click()
  expect(await imported(page)).toMatch(/新交易5/)
  expect(await linesOf(account.id)).toBe(5)
  await page.getByRole('link', { name: '這些日期的交易' }).click()
  await page.waitForURL(/bank-transactions/)
  expect(await page.locator('#bank-lines tbody tr').count()).toBe(5)
})

test('a preview says once what the file does not have: balances that join do not say that nothing is missing', async () => {
  const account = await anAccount()
  const told = await aDeposit(account.id, 4_100)
  const day = told.booked_at.slice(0, 10)
  for (const [locale, heading, file] of [
    ['zh-TW', '檔案中沒有的交易（1）', '對帳單檔案'],
    ['en', 'Not in the file (1)', 'The file'],
  ] as const) {
    const page = await open(`/bank-accounts/${account.id}/statements`, { locale })
    await page.getByLabel(file).setInputFiles(csv('a.csv', `${day},00:00:01,100,1100,轉入,,`))
    await page.locator('#plan').waitFor()
    const text = (await page.locator('#statement-result').textContent()) ?? ''
    expect(text).toContain(heading)
    expect(text).not.toMatch(/nothing is missing|沒有缺漏/)
  }
})

test('another operator agrees to an import on its page, its importer is told to ask one', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open(`/bank-accounts/${account.id}`)
  await page.locator('#statement-open > summary').click()
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.locator('#plan').waitFor()
  await page.getByRole('button', { name: '確認匯入' }).click()
  expect(await imported(page)).toContain('請另一位營運人員核對檔案並同意')
  expect(await page.locator('#agree').count()).toBe(0)
  const other = await openAs(secondOperator, new URL(page.url()).pathname)
  await other.getByRole('button', { name: '同意此匯入' }).click()
  await other.locator('#agreed').waitFor()
  expect(await other.locator('main').textContent()).toContain('otto 已同意此匯入。')
})

test('a file that is chosen before the script has come is shown once it has', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open('/bank-accounts')
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/statement*', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(new URL(`/bank-accounts/${account.id}`, page.url()).href, { waitUntil: 'commit' })
  await page.locator('#statement-open > summary').click()
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  script.resolve()
  await page.locator('#plan').waitFor()
})

test('without scripts the file is chosen for the preview and once more for the import', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open(`/bank-accounts/${account.id}/statements`, withoutScripts)
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.getByRole('button', { name: '預覽' }).click()
  await page.locator('#plan').waitFor()
  expect(await page.locator('h1').textContent()).toContain(account.account_no.slice(-5))
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.getByRole('button', { name: '確認匯入' }).click()
  expect(await imported(page)).toMatch(/新交易5/)
})

test('a statement that is dropped on the form is shown, with what is wrong on which line', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}/statements`)
  const text = [
    header,
    '2026-11-20,09:00:00,100,1100,轉入,,',
    '2026-13-40,09:00:00,100,1200,轉入,,',
    '2026-11-20,10:00:00,many,1200,轉入,,',
  ].join('\n')
  const dropped = await page.evaluateHandle(`
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(text)}], 'bad.csv', { type: 'text/csv' }))
    transfer
  `)
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped })
  const problems = page.locator('.problems li')
  await problems.first().waitFor()
  expect(await problems.allTextContents()).toEqual([
    '第 3 行 「2026-13-40」日期不符格式，應如 2026-11-30',
    '第 4 行 「many」金額無法辨識，應如 1,234.50',
  ])
  expect(await page.locator('#not-covered p').allTextContents()).toEqual([
    '第 3 行讀不懂：11/20 不算涵蓋。',
    '第 4 行讀不懂：11/20 不算涵蓋。',
  ])
  await keepPicture(page, 'desk/statement-unread')
  // To mend the file is the first choice; what the file says is not kept with the import.
  const ways = page.locator('#statement-result .buttons').locator('a, button')
  expect((await ways.allTextContents()).map((text) => text.trim())).toEqual([
    '修正檔案後再匯入',
    '略過有問題的行並匯入',
  ])
  await ways.first().click()
  await page.waitForURL('**#*-file')
  await ways.last().click()
  expect(await imported(page)).toMatch(/新交易1/)
  expect(await problems.first().textContent()).toBe('第 3 行 日期不符格式')
})

test('a preview that the script cannot get is asked for by the browser itself, and stays a preview', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open(`/bank-accounts/${account.id}/statements`)
  await page.route('**/acts/importStatement**', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.waitForURL(/\/acts\/importStatement/)
  expect(await page.locator('#plan').textContent()).toContain('尚未寫入')
  expect(await linesOf(account.id)).toBe(0)
})

test('a file that is chosen while another is being read is shown in its place, and imported', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}/statements`)
  const input = page.getByLabel('對帳單檔案')
  let answer = () => {}
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve
  })
  const isAsked = page.waitForRequest('**/acts/importStatement**')
  await page.route('**/acts/importStatement**', (route) => isHeld.then(() => route.continue()), {
    times: 1,
  })
  await input.setInputFiles(aFile())
  await isAsked
  await input.setInputFiles(csv('other.csv', '2026-11-21,09:00:00,777,2777,轉入,,'))
  answer()
  await page.locator('#first', { hasText: 'NT$777' }).waitFor()
  await page.getByRole('button', { name: '確認匯入' }).click()
  expect(await imported(page)).toMatch(/新交易1/)
})

test('a long import is followed on its page until it has come to its end, with and without scripts', async () => {
  const longFile = (opening: number) => {
    const lines = Array.from({ length: 2_000 }, (_, n) => {
      const time = new Date(Date.UTC(2026, 10, 20, 1, 0, n)).toISOString().slice(11, 19)
      return `2026-11-20,${time},10,${opening + 10 * (n + 1)},轉入,,`
    })
    return csv('long.csv', ...lines)
  }
  const follow = async (options: object) => {
    const long = longFile(options === withoutScripts ? 5 : 7)
    const account = await anAccount()
    const page = await open(`/bank-accounts/${account.id}/statements`, options)
    const input = page.getByLabel('對帳單檔案')
    await input.setInputFiles(long)
    if (options === withoutScripts) {
      await page.getByRole('button', { name: '預覽' }).click()
      await page.locator('#plan').waitFor()
      await input.setInputFiles(long)
    }
    await page.getByRole('button', { name: '確認匯入' }).click()
    return imported(page)
  }
  for (const told of await Promise.all([follow({}), follow(withoutScripts)])) {
    expect(told).toMatch(/2000 行中的 2000 行.*新交易2000/)
  }
})

test('a statement whose balances do not follow is refused with its line, and cannot be imported', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}/statements`, withoutScripts)
  const broken = csv(
    'broken.csv',
    '2026-11-20,09:00:00,100,1100,轉入,,',
    '2026-11-20,10:00:00,100,1300,轉入,,',
  )
  await page.getByLabel('對帳單檔案').setInputFiles(broken)
  await page.getByRole('button', { name: '預覽' }).click()
  await page.locator('#plan').waitFor()
  const result = page.locator('#statement-result')
  expect(await result.textContent()).toMatch(/餘額不連續.*第 3 行.*NT\$1,200.*NT\$1,300/)
  expect(await result.getByRole('button').count()).toBe(0)
  expect(await linesOf(account.id)).toBe(0)
})

test('a file other than the previewed one is refused on its page, and can be imported in part', async () => {
  const account = await anAccount()
  const file = aFile()
  const page = await open(`/bank-accounts/${account.id}`, withoutScripts)
  await page.locator('#statement-open > summary').click()
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.getByRole('button', { name: '預覽' }).click()
  await page.locator('#plan').waitFor()
  const other = csv(
    'other.csv',
    '2026-11-20,09:00:00,100,2100,轉入,,',
    'soon,09:00:00,1,2101,轉入,,',
  )
  await page.getByLabel('對帳單檔案').setInputFiles(other)
  await page.getByRole('button', { name: '確認匯入' }).click()
  await page.locator('#refused').waitFor()
  expect(await page.locator('#refused b').first().getAttribute('title')).toBe('statement_refused')
  expect(await page.locator('.problems li').allTextContents()).toEqual([
    '第 3 行 「soon」日期不符格式，應如 2026-11-30',
  ])
  expect(await linesOf(account.id)).toBe(0)
  await page.getByLabel('對帳單檔案').setInputFiles(other)
  await page.getByRole('button', { name: '略過有問題的行並匯入' }).click()
  expect(await imported(page)).toMatch(/新交易1.*有問題的行（1）/)
})

test('a file of another account is told before it goes in, and can be taken back with a second person', async () => {
  const [first, account] = [await anAccount(), await anAccount()]
  const file = aFile()
  await importOf(first.id, String(file.buffer))
  const line = { booked_at: '2026-11-20 12:00:00', amount: 77, external_id: `L-${account.id}` }
  await askTwo('POST', '/bank-transactions', { bank_account: account.id, ...line })
  const page = await open(`/bank-accounts/${account.id}/statements`)
  await page.getByLabel('對帳單檔案').setInputFiles(file)
  await page.locator('#lookalike').waitFor()
  expect(await page.locator('#lookalike a').textContent()).toContain(first.account_no.slice(-5))
  expect(await page.locator('#missing tbody tr').allTextContents()).toEqual([
    expect.stringContaining('NT$77'),
  ])
  await page.getByRole('button', { name: '確實是此帳戶的，匯入' }).click()
  await imported(page)
  const path = new URL(page.url()).pathname
  await page.getByText('撤回此匯入').click()
  await page.getByLabel('原因').fill('匯錯帳戶')
  await page.getByRole('button', { name: '撤回', exact: true }).click()
  const asked = page.locator('main').getByRole('link', { name: /^核准 \d+$/ })
  const approval = (await asked.getAttribute('href')) ?? ''
  await ask(secondOperator, 'POST', `${approval}/approve`, {})
  await page.goto(new URL(path, page.url()).href)
  await expect.poll(() => page.locator('#import-state').textContent()).toContain('已撤回')
  expect(await linesOf(account.id)).toBe(1)
  await page.goto(new URL(`/bank-accounts/${first.id}?part=statements`, page.url()).href)
  const statements = page.locator('section[aria-labelledby=covered]')
  await statements.locator('.calendar .covered').first().waitFor()
  expect((await deskLooksOf(page)).brokenCells).toEqual([])
  await keepPicture(page, 'desk/account-calendar')
  expect(await statements.locator('#imports tbody tr').count()).toBe(1)
  await page.getByRole('link', { name: '今日', exact: true }).click()
  const balance = page.locator('section[aria-labelledby=balance]')
  expect(await balance.textContent()).toMatch(/對帳單涵蓋至2026\/11\/21.*預期目前餘額NT\$\d/)
})

test('a file without a line that is understood is not imported: it says how it begins, and what it has to be', async () => {
  const account = await anAccount()
  const page = await open(`/bank-accounts/${account.id}`)
  await page.locator('#statement-open > summary').click()
  for (const [name, content, told] of [
    ['orders.csv', 'Order;Amount;Paid at\r\nM-1;100;2026-11-20\r\n', 'Order;Amount;Paid at'],
    ['book.csv', 'PK\u0003\u0004…', 'Excel 活頁簿'],
  ] as const) {
    const buffer = Buffer.from(content)
    await page.getByLabel('對帳單檔案').setInputFiles({ name, mimeType: 'text/csv', buffer })
    await page.locator('#unread', { hasText: told }).waitFor()
    const result = page.locator('#statement-result')
    expect(await result.getByRole('button').count()).toBe(0)
    expect(await result.textContent()).not.toContain('沒有餘額')
    for (const expected of ['utf-8', 'YYYY-MM-DD', '日期', '餘額']) {
      expect(await result.textContent()).toContain(expected)
    }
    await keepPicture(page, `desk/unread-${name}`)
  }
})

test.each([
  ['zh-TW', 1280, 800, 'light'],
  ['en', 390, 844, 'dark'],
  ['en', 1920, 1080, 'dark'],
  ['zh-TW', 390, 844, 'light'],
] as const)(
  'in %s at %i × %i what is opened of an account is in sight, and no tab is long',
  async (...look) => {
    const [locale, width, height, colorScheme] = look
    const account = await anAccount()
    for (let n = 0; n < 3; n += 1) await aDeposit(account.id, 5_200 + n)
    const viewport = { width, height }
    const page = await open(`/bank-accounts/${account.id}`, { locale, viewport, colorScheme })
    const isInSight = async (part: string) => {
      const box = await page.locator(part).boundingBox()
      return box !== null && box.y > 50 && box.y + box.height < height
    }
    const picture = (part: string) => keepView(page, `desk/account-${part}-${locale}-${width}`)
    await page.locator('#to-frozen-open > summary').click()
    expect(await isInSight('#to-frozen button')).toBe(true)
    await picture('freeze')
    await page.locator('#to-frozen-open > summary').click()
    await page.locator('#statement-open > summary').click()
    const line = `2026-11-20,09:00:00,100,${randomInt(1e6, 9e6)},轉入,,`
    await page.locator('#statement input[type=file]').setInputFiles(csv('own.csv', line))
    await page.locator('#plan').waitFor()
    expect(await isInSight('#plan')).toBe(true)
    await picture('preview')
    await page.reload()
    const tabs = page.locator('main .tabs a')
    for (let n = 0; n < 4; n += 1) {
      await tabs.nth(n).click()
      await page.locator(`main .tabs a:nth-child(${n + 1})[aria-current]`).waitFor()
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(1_900)
      expect((await deskLooksOf(page)).brokenCells).toEqual([])
      await picture(`tab-${n}`)
    }
  },
)
