import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisit, desktop, phone, type Visit } from '../support/browser.ts'
import { type DocsServer, startDocsServer } from '../support/docs-server.ts'
import { docsLooksOf, keepPicture, looksWell } from '../support/looks.ts'

let server: DocsServer
beforeAll(async () => {
  server = await startDocsServer()
})
afterAll(() => server.close())

const heightMax = 40_000

// `npm test` has time for two of the four, with each device and each scheme.
const looks = [
  ['phone', 'dark', phone],
  ['desktop', 'light', desktop],
  ['phone', 'light', phone],
  ['desktop', 'dark', desktop],
] as const
const isFullForm = process.env.GALLERY === 'full'

describe.each(isFullForm ? looks : looks.slice(0, 2))(
  'on a %s, %s',
  (device, colorScheme, viewport) => {
    describe.each(['zh-TW', 'en'])('in %s', (locale) => {
      let visit: Visit
      beforeAll(async () => {
        visit = await aVisit({ viewport, colorScheme, locale })
        await visit.page.goto(`${server.url}/docs`)
      })
      afterAll(() => visit.close())

      test('closed, it is readable and at most 40,000 pixels high', async () => {
        const { page } = visit
        if (isFullForm) await keepPicture(page, `docs-${locale}-${device}-${colorScheme}`)
        const height = await page.evaluate('document.documentElement.scrollHeight')
        console.log(`${locale} ${device}: ${height} px high`)
        expect(height).toBeLessThanOrEqual(heightMax)
        expect(await docsLooksOf(page)).toEqual(docsLookWell)
      })

      test('with everything open it is readable, too, and nothing comes from elsewhere', async () => {
        const { page, problems, origins } = visit
        await page.evaluate(
          "for (const one of document.querySelectorAll('main details')) one.open = true",
        )
        if (isFullForm) await keepPicture(page, `docs-open-${locale}-${device}-${colorScheme}`)
        expect(await docsLooksOf(page)).toEqual(docsLookWell)
        expect([...origins]).toEqual([server.url])
        expect(problems).toEqual([])
      })

      test('the change log is readable', async () => {
        const { page } = visit
        await page.goto(`${server.url}/docs/changes`)
        if (isFullForm) await keepPicture(page, `changes-${locale}-${device}-${colorScheme}`)
        expect(await docsLooksOf(page)).toEqual(docsLookWell)
      })
    })
  },
)

const {
  smallTargets: _,
  emptyScroll: __,
  brokenAmounts: ___,
  ...docsLookWell
} = {
  ...looksWell,
  narrowMarks: [],
}
