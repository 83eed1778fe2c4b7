import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { looks } from '../browser/support/gallery.ts'
import { type DeskLooks, deskLooksOf, keepPicture } from '../browser/support/looks.ts'
import { isFullForm } from '../support/full-form.ts'
import { type Address, addressesOf, oneOfEachPage, shownTo } from './support/addresses.ts'
import { aFilledDesk, type System } from './support/filled.ts'
import { aPerson, type Person } from './support/people.ts'
import { operator } from './support/shop.ts'

// Every page of the back office in its main states, in both languages, on a phone and on a desktop, in light and in dark,
// with screenshots in `.screenshots/desk/` in the full form. `npm test` shows each page once: states and looks take turns.

let filled: System
let addresses: readonly Address[]
beforeAll(async () => {
  filled = await aFilledDesk()
  const shown = await shownTo(operator, addressesOf(filled))
  addresses = isFullForm ? shown : oneOfEachPage(shown)
})
afterAll(() => filled.close())

// Every state of every page takes a few minutes.
const timeout = isFullForm ? 3_600_000 : 180_000

describe.each(looks.map((look, n) => [...look, n] as const))(
  'on a %s, %o, %s, in %s',
  (device, viewport, colorScheme, locale, n) => {
    let person: Person
    beforeAll(async () => {
      person = await aPerson(operator, { viewport, colorScheme, locale })
    })
    afterAll(() => person.close())

    test('each page is readable, usable and within its window', { timeout }, async () => {
      const mine = addresses.filter((_, at) => isFullForm || at % looks.length === n)
      for (const { page, to, name } of mine) {
        await person.page.goto(page.conditions?.limit === undefined ? to : withFewRows(to))
        await keepPicture(person.page, `desk/${name}-${locale}-${device}-${colorScheme}`)
        expect.soft(await looksOfPage(person, device), `${name}: ${to}`).toEqual(looksFine)
      }
      expect([...person.origins].filter((one) => one !== inject('deskUrl'))).toEqual([])
    })
  },
)

// Fifty rows look as ten do, and take longer to check.
function withFewRows(to: string): string {
  const { pathname, searchParams } = new URL(to, 'http://desk')
  searchParams.set('limit', '10')
  return `${pathname}?${searchParams}`
}

const looksFine: DeskLooks & { readonly problems: readonly string[] } = {
  accessibility: [],
  overflow: 0,
  spills: [],
  missingCharacters: [],
  brokenAmounts: [],
  crowdedBars: [],
  narrowTargets: [],
  narrowMarks: [],
  tallRows: [],
  brokenCells: [],
  cutEnds: [],
  brokenNumbers: [],
  contractWords: [],
  problems: [],
}

// With what the browser complained of since it was last asked.
async function looksOfPage({ page, problems }: Person, device: string) {
  const { narrowTargets, ...looks } = await deskLooksOf(page)
  const narrow = device === 'phone' ? narrowTargets : []
  return { ...looks, narrowTargets: narrow, problems: problems.splice(0) }
}
