import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisit, type Visit } from '../support/browser.ts'
import { startDocsServer } from '../support/docs-server.ts'
import { shownLooks } from '../support/gallery.ts'
import { docsLooksOf, keepPicture, looksWell } from '../support/looks.ts'

const server = await startDocsServer()
afterAll(() => server.close())

const heightMax = { phone: 40_000, desktop: 70_000 }

describe.each(shownLooks)('on a %s, %o, %s, in %s', (device, viewport, colorScheme, locale) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await aVisit({ viewport, colorScheme, locale })
    await visit.page.goto(`${server.url}/docs`)
  })
  afterAll(() => visit.close())

  test('closed, it is readable and not too high', async () => {
    const { page } = visit
    await keepPicture(page, `docs-${locale}-${device}-${colorScheme}`)
    const height = await page.evaluate('document.documentElement.scrollHeight')
    console.log(`${locale} ${device}: ${height} px high`)
    expect(height).toBeLessThanOrEqual(heightMax[device])
    expect(await docsLooksOf(page)).toEqual(docsLookWell)
  })

  test('with everything open it is readable, too, and nothing comes from elsewhere', async () => {
    const { page, problems, origins } = visit
    await page.evaluate(
      "for (const one of document.querySelectorAll('main details')) one.open = true",
    )
    await keepPicture(page, `docs-open-${locale}-${device}-${colorScheme}`)
    expect(await docsLooksOf(page)).toEqual(docsLookWell)
    expect([...origins]).toEqual([server.url])
    expect(problems).toEqual([])
  })

  test('the change log is readable', async () => {
    const { page } = visit
    await page.goto(`${server.url}/docs/changes`)
    await keepPicture(page, `changes-${locale}-${device}-${colorScheme}`)
    expect(await docsLooksOf(page)).toEqual(docsLookWell)
  })
})

const {
  smallTargets: _,
  emptyScroll: __,
  brokenAmounts: ___,
  ...docsLookWell
} = { ...looksWell, narrowMarks: [] }
