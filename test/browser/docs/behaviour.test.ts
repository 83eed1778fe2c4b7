import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { regionOf, regions, sampleLanguages } from '../../../src/documentation/samples/samples.ts'
import { aVisit, desktop, phone, type Visit } from '../support/browser.ts'
import { startDocsServer } from '../support/docs-server.ts'

const server = await startDocsServer()
let visit: Visit
afterEach(() => visit.close())
afterAll(() => server.close())

const bytesMax = 60 * 1024
const toolsBytesMax = 20 * 1024
const searchBytesMax = 5 * 1024

describe('search', () => {
  test.each([
    ['zh-TW', '簽章錯誤', 'signature_error'],
    ['zh-TW', '對帳', '對帳'],
    ['en', 'signature_error', 'signature_error'],
    ['en', 'payer_account_last5', 'payer_account_last5'],
    ['en', 'Timeouts', 'Timeouts and retries'],
  ])('in %s for %j leads to %s by the keyboard alone', async (locale, asked, found) => {
    visit = await aVisit({ viewport: desktop, locale })
    const { page } = visit
    await page.goto(`${server.url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type(asked)
    const first = page.locator('#found').getByRole('option').first()
    expect(await first.textContent()).toContain(found)
    await page.keyboard.press('Enter')
    const place = page.locator('main').getByText(found, { exact: true }).first()
    expect(await page.locator('tr.found, h2, h3').getByText(found).first().isVisible()).toBe(true)
    expect(await page.locator('#found').isVisible()).toBe(false)
    expect(await place.count()).toBe(1)
  })

  test('moves with the arrows, says when there is nothing, and closes with Escape', async () => {
    visit = await aVisit({ viewport: desktop, locale: 'en' })
    const { page } = visit
    await page.goto(`${server.url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('amount')
    await page.keyboard.press('ArrowDown')
    expect(
      await page.locator('#found').getByRole('option').nth(1).getAttribute('aria-selected'),
    ).toBe('true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('zzzzzz')
    expect(await page.locator('#found').getByRole('option').textContent()).toBe('Nothing found')
    await page.keyboard.press('Escape')
    expect(await page.locator('#found').isVisible()).toBe(false)
  })
})

describe('the samples', () => {
  test('show one language in all chapters, the very lines of the file, and remember it', async () => {
    visit = await aVisit({ viewport: desktop, locale: 'en' })
    const { page } = visit
    await page.goto(`${server.url}/docs`)
    for (const sample of sampleLanguages) {
      await page
        .locator('#code-story')
        .getByRole('link', { name: sample.name, exact: true })
        .click()
      for (const region of regions) {
        const code = page.locator(`code[data-region=${region}][data-language=${sample.id}]`)
        await code.waitFor({ state: 'attached' })
        expect(await code.textContent()).toBe(regionOf(sample, region))
      }
      const commands = page.locator('[data-code]:visible')
      expect(await commands.getAttribute('data-code')).toBe(sample.id)
    }
    await page.goto(`${server.url}/docs?lang=zh`)
    const last = sampleLanguages.at(-1)?.id
    await page.locator(`code[data-region=sign][data-language=${last}]`).waitFor()
  })

  test('can be reached in every language without scripts', async () => {
    visit = await aVisit({ javaScriptEnabled: false, viewport: desktop, locale: 'en' })
    const { page } = visit
    await page.goto(`${server.url}/docs`)
    await page.locator('#code-story').getByRole('link', { name: 'PHP' }).click()
    const code = page.locator('code[data-region=callback]')
    expect(await code.getAttribute('data-language')).toBe('php')
    expect(page.url()).toContain('#code-story')
    expect(await page.locator('[data-code=php]').isVisible()).toBe(true)
    expect(await page.locator('[data-code=typescript]').isVisible()).toBe(false)
    expect(await page.getAttribute('html', 'lang')).toBe('en')
  })
})

test('a block of code is copied as it stands', async () => {
  visit = await aVisit({
    viewport: desktop,
    locale: 'en',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = visit
  await page.goto(`${server.url}/docs#first-steps`)
  const block = page.locator('figure', { hasText: 'The first request' })
  await block.getByRole('button', { name: 'Copy' }).click()
  await block.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toBe(await block.locator('code').textContent())
  expect(copied).toContain('PAY_UID=')
})

test('the contents say where one is, on a phone too', async () => {
  visit = await aVisit({ viewport: phone, locale: 'en' })
  const { page } = visit
  await page.goto(`${server.url}/docs#receive`)
  await page.locator('nav a[aria-current=location][href="#receive"]').waitFor({ state: 'attached' })
  expect(await page.locator('nav summary').textContent()).toContain('Receive callbacks')
  await page.locator('nav summary').click()
  await page.locator('nav').getByRole('link', { name: 'Reconcile' }).click()
  await page
    .locator('nav a[aria-current=location][href="#reconcile"]')
    .waitFor({ state: 'attached' })
  expect(await page.locator('nav').getByRole('link', { name: 'Reconcile' }).isVisible()).toBe(false)
})

test.each([phone, desktop])('the other language opens at the same place: %o', async (viewport) => {
  visit = await aVisit({ viewport, locale: 'en' })
  const { page } = visit
  await page.goto(`${server.url}/docs#receive`)
  await page.locator('.language[href$="lang=zh#receive"]').click()
  await page.waitForURL(/lang=zh#receive$/)
  await page.evaluate("document.querySelector('#reconcile').scrollIntoView()")
  await page.locator('.language[href$="lang=en#reconcile"]').waitFor()
})

test.each([970, 1024, 1280])('%i px wide, the doctor is below one row of header', async (width) => {
  visit = await aVisit({ viewport: { width, height: 800 }, locale: 'en' })
  const { page } = visit
  await page.goto(`${server.url}/docs#doctor`)
  await page.locator('#doctor-form').waitFor({ state: 'visible' })
  const top = async () => (await page.locator('#doctor').boundingBox())?.y ?? 0
  const { height } = (await page.locator('header').boundingBox()) ?? { height: 0 }
  expect(height).toBeLessThan(72)
  expect(Math.abs((await top()) - 72)).toBeLessThan(2)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
})

test.each([{ width: 390, height: 844 }, desktop])(
  'the first “Try it” leaves its entry where it is, and the focus in its form: %o',
  async (viewport) => {
    visit = await aVisit({ viewport, locale: 'en' })
    const { page } = visit
    await page.goto(`${server.url}/docs#merchant-collections`, { waitUntil: 'networkidle' })
    const entry = page.locator('article', { has: page.locator('#merchant-collections') })
    const top = async () => (await entry.locator('h3').boundingBox())?.y ?? 0
    const before = await top()
    await entry.locator('.try').click()
    await entry.locator('.tool input[name=uid]:focus').waitFor()
    // The browser’s own anchoring, if any, comes with the next frames.
    await page.waitForTimeout(300)
    expect(Math.abs((await top()) - before)).toBeLessThan(8)
  },
)

test('a phone breaks no line of a command, and is no wider for it', async () => {
  visit = await aVisit({ viewport: phone, locale: 'en' })
  const { page } = visit
  await page.goto(`${server.url}/docs`)
  const commands = 'pre:has(> [data-language=bash]), [data-code] pre'
  const styles = `[...document.querySelectorAll('${commands}')].map((one) => getComputedStyle(one).whiteSpace)`
  expect([...new Set(await page.evaluate<string[]>(styles))]).toEqual(['pre'])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
})

test('the change log is read in the page’s language, and in the other', async () => {
  visit = await aVisit({ locale: 'zh-TW' })
  const { page } = visit
  await page.goto(`${server.url}/docs?lang=en`)
  await page.locator('main a[href^="/docs/changes"]').first().click()
  expect(await page.getAttribute('html', 'lang')).toBe('en')
  await page.locator('.language').click()
  await page.waitForURL('**/docs/changes?lang=zh')
})

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  test('a phone shows the first lines of a sample, and all of them on demand', async () => {
    visit = await aVisit({ javaScriptEnabled, viewport: phone, locale: 'en' })
    const { page } = visit
    await page.goto(`${server.url}/docs`)
    const height = async () => (await page.locator('#code-story pre').boundingBox())?.height ?? 0
    expect(await height()).toBeLessThan(300)
    await page.locator('#code-story').getByText('Show all').click()
    await expect.poll(height).toBeGreaterThan(500)
  })

  test.each(['error-signature_error', 'callback-payout', 'v6-rules', 'states-payout-query'])(
    'a link to #%s opens what it is in',
    async (id) => {
      visit = await aVisit({ javaScriptEnabled, locale: 'en' })
      const { page } = visit
      await page.goto(`${server.url}/docs`)
      expect(await page.locator(`#${id}`).isVisible()).toBe(false)
      await page.goto(`${server.url}/docs#${id}`)
      await page.locator(`#${id}`).waitFor({ state: 'visible' })
    },
  )
})

describe.each(['zh', 'en'])('compressed, in %s', (language) => {
  // As servers compress it: harder settings take some 200 bytes off.
  test.each(sampleLanguages.map(({ id }) => id))(
    'the page with %s, its style and its script have 60 KiB at most',
    async (code) => {
      visit = await aVisit({ viewport: desktop, locale: 'en' })
      const texts: Promise<string>[] = []
      visit.page.on('response', (answer) => texts.push(answer.text()))
      await visit.page.goto(`${server.url}/docs?lang=${language}&code=${code}`, {
        waitUntil: 'networkidle',
      })
      const bytes = (await Promise.all(texts)).map((text) => gzipSync(text).length)
      const sum = bytes.reduce((one, other) => one + other, 0)
      console.log(`${language} ${code}: ${bytes.join(' + ')} = ${sum} bytes`)
      expect(bytes.length).toBeGreaterThanOrEqual(3)
      expect(sum).toBeLessThanOrEqual(bytesMax)
    },
  )
})

test('the search comes with the reader, in 5 KiB at most', async () => {
  visit = await aVisit({ viewport: desktop, locale: 'en' })
  const { page } = visit
  await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
  const coming = page.waitForResponse(/\/search\.\w+\.js$/)
  await page.locator('search input').click()
  const bytes = gzipSync(await (await coming).text()).length
  console.log(`search: ${bytes} bytes`)
  expect(bytes).toBeLessThanOrEqual(searchBytesMax)
})

test('the console and the doctor come with the reader, in 20 KiB at most', async () => {
  visit = await aVisit({ viewport: desktop, locale: 'en' })
  const { page } = visit
  const tools: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/tools.')) tools.push(answer.text())
  })
  await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
  expect(tools).toEqual([])
  await page.locator('nav').getByRole('link', { name: 'Try it' }).click()
  await page.locator('#doctor-form').waitFor({ state: 'visible' })
  const [text = ''] = await Promise.all(tools)
  console.log(`tools: ${gzipSync(text).length} bytes`)
  expect(gzipSync(text).length).toBeLessThanOrEqual(toolsBytesMax)
  expect(visit.problems).toEqual([])
})
