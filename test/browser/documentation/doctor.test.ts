import { createHmac } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { callbackExample, exampleSecret } from '../../../src/documentation/worked-examples.ts'
import vectors from '../../data/sign-vectors.json' with { type: 'json' }
import { keptRequests, mistakesOf } from '../../unit/documentation/doctor/kept-requests.ts'
import { ways } from '../../unit/documentation/doctor/made-mistakes.ts'
import { aVisit, desktop, phone, type Visit } from '../support/browser.ts'
import { startDocsServer } from '../support/docs-server.ts'
import { isShownIn } from '../support/gallery.ts'
import { deskLooksOf, keepToolPicture, toolLooksWell } from '../support/looks.ts'

const server = await startDocsServer()
let visit: Visit
afterEach(() => visit.close())
afterAll(() => server.close())

type Request = { readonly body: string; readonly secret: string; readonly sign: string }

async function diagnosed({ body, secret, sign }: Request) {
  const form = visit.page.locator('#doctor-form')
  await form.locator('[name=body]').fill(body)
  await form.locator('[name=secret]').fill(secret)
  await form.locator('[name=sign]').fill(sign)
  await form.locator('[type=submit]').click()
  return {
    outcome: await form.locator('.outcome').first().getAttribute('class'),
    about: await form
      .locator('[data-about]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-about'))),
  }
}

test('the eight kinds of mistakes are named, without a request, and nothing is kept', async () => {
  visit = await aVisit({ viewport: desktop })
  const { page, problems } = visit
  await page.goto(`${server.url}/docs?lang=en#doctor`)
  await page.locator('#doctor-form').waitFor()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const [vector] = vectors.vectors.filter(({ name }) => name === 'chinese-and-slash')
  if (vector === undefined) throw new Error('no such vector')
  expect((await diagnosed(vector)).outcome).toBe('outcome right')
  for (const [kind, [way]] of Object.entries(ways)) {
    const made = way?.make(vector) ?? vector
    if (made.sign === vector.sign) continue
    expect((await diagnosed(made)).about, kind).toContain(kind)
  }
  // The page tells which names the endpoints know.
  for (const name of ['not_sent', 'field_ignored']) {
    const one = keptRequests.find((kept) => mistakesOf(kept).includes(name))
    if (one === undefined) throw new Error(`nothing kept is ${name}`)
    expect((await diagnosed({ ...one, sign: '' })).about, name).toContain('fields')
  }
  expect(requests).toEqual([])
  expect(problems).toEqual([])
  const kept = await page.evaluate(
    'JSON.stringify([localStorage.length, sessionStorage.length, document.cookie, location.href])',
  )
  expect(kept).toBe(JSON.stringify([0, 0, '', `${server.url}/docs?lang=en#doctor`]))
})

describe.each(['zh', 'en'])('in %s', (language) => {
  test.each(
    (
      [
        ['phone', phone, 'light'],
        ['desktop', desktop, 'dark'],
      ] as const
    ).filter(isShownIn(language)),
  )('a diagnosis reads well on a %s', async (name, viewport, colorScheme) => {
    visit = await aVisit({ viewport, colorScheme })
    const { page } = visit
    await page.goto(`${server.url}/docs?lang=${language}#doctor`)
    const [vector] = vectors.vectors.filter((one) => one.name === 'extra-object')
    const made = ways.escaping?.[2]?.make(vector as (typeof vectors.vectors)[number])
    await diagnosed(made as Request)
    await page.locator('.tool summary').last().click()
    expect(await deskLooksOf(page)).toMatchObject(toolLooksWell)
    await keepToolPicture(page, `doctor-${name}-${language}`)
  })
})

describe.each(['zh', 'en'])('in %s', (language) => {
  test.each(
    (
      [
        ['phone', phone, 'dark'],
        ['desktop', desktop, 'light'],
      ] as const
    ).filter(isShownIn(language)),
  )('a callback is read with its headers on a %s', async (name, viewport, colorScheme) => {
    visit = await aVisit({ viewport, colorScheme })
    const { page, problems } = visit
    await page.goto(`${server.url}/docs?lang=${language}#doctor`)
    const { body, headers } = callbackExample()
    const lines = Object.entries(headers).map((header) => header.join(': '))
    await page.locator('#doctor-form [name=headers]').fill(lines.join('\n'))
    const hex = createHmac('sha256', exampleSecret).update(body).digest('hex')
    const { about } = await diagnosed({ body, secret: exampleSecret, sign: hex })
    // What was hashed, how it was written, and that the callback is an old one.
    expect(about).toEqual(['webhook', 'webhook', 'webhook'])
    const titles = await page.locator('#doctor-form .outcome code').allTextContents()
    expect(titles).toEqual(['webhook-signature', 'sign'])
    expect(await deskLooksOf(page)).toMatchObject(toolLooksWell)
    expect(problems).toEqual([])
    await keepToolPicture(page, `doctor-callback-${name}-${language}`)
  })
})

test('without scripts, the page says that the doctor needs them', async () => {
  visit = await aVisit({ javaScriptEnabled: false })
  await visit.page.goto(`${server.url}/docs?lang=en#doctor`)
  expect(await visit.page.locator('#doctor-form').isVisible()).toBe(false)
  expect(await visit.page.locator('[data-needs-script]').last().isVisible()).toBe(true)
})
