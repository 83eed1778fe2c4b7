import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { phone } from '../browser/support/browser.ts'
import { keepPicture, misfits } from '../browser/support/looks.ts'
import { isFullForm } from '../support/full-form.ts'
import { type Address, addressesOf, shownTo } from './support/addresses.ts'
import { aFilledDesk, type System } from './support/filled.ts'
import { hostileTexts } from './support/hostile-texts.ts'
import { aPerson, type Person } from './support/people.ts'
import { aShop, ask, operator } from './support/shop.ts'

// Whatever people outside write is shown as text, on every page, as it was sent: merchants and their members by the
// merchant API, banks in statements and feeds, receivers by what they answer.

let filled: System
let addresses: readonly Address[]
let person: Person
beforeAll(async () => {
  filled = await aFilledDesk(hostileTexts)
  const shown = await shownTo(operator, addressesOf(filled))
  const pages = [...Map.groupBy(shown, ({ page }) => page).values()]
  const some = (states: readonly Address[]) => [...states.slice(0, 1), ...states.slice(1).slice(-1)]
  addresses = isFullForm ? shown : pages.flatMap(some)
  person = await aPerson(operator, { viewport: phone })
  await person.page.addInitScript('window.hacked = () => { window.wasHacked = true }')
})
afterAll(async () => {
  await person.close()
  filled.close()
})

/** What a page shows of texts from outside; asked of it from inside. */
type PageTexts = {
  readonly wasHacked: boolean
  /** Elements and attributes that no page of ours has. */
  readonly strange: readonly string[]
  /** Texts that run from right to left, and what is around them with them. */
  readonly unkept: readonly string[]
  readonly text: string
}

test('on every page they are text, whole, apart from what is around them, and within 360 pixels', async () => {
  const shown: string[] = []
  for (const { to, name } of addresses) {
    await person.page.goto(to)
    await keepPicture(person.page, `desk/outside-${name}`)
    const found = await lookFor(person)
    shown.push(found.text)
    const misfitting = await misfits(person.page, [phone.width])
    const { wasHacked, strange, unkept } = found
    const problems = person.problems.splice(0)
    expect
      .soft({ wasHacked, strange, unkept, misfitting, problems }, `${name}: ${to}`)
      .toEqual({ wasHacked: false, strange: [], unkept: [], misfitting: [], problems: [] })
  }
  expect([...person.origins]).toEqual([inject('deskUrl')])
  const all = shown.join('\n')
  const { extra, ...texts } = hostileTexts
  const lost = Object.entries({ ...texts, ...extra }).filter(
    ([, text]) => !all.includes(text) && !all.includes(JSON.stringify(text).slice(1, -1)),
  )
  expect(lost.map(([name]) => name)).toEqual([])
})

describe('an address that is a program is refused', () => {
  const program = 'javascript:alert(1)//'

  test('by the merchant API', async () => {
    const shop = await aShop()
    for (const name of ['notify_url', 'return_url']) {
      const sent = { orderid: 'A1', amount: 100, [name]: program }
      await expect(shop.call('collections', sent)).rejects.toThrow(name)
    }
  })

  test('as the address of a merchant’s help', async () => {
    const { uid } = await aShop()
    const settings = { display: { name: 'Shop', support_url: program } }
    const patch = ask(operator, 'PATCH', `/merchants/${uid}`, { settings })
    await expect(patch).rejects.toThrow('support_url')
  })
})

async function lookFor({ page }: Person): Promise<PageTexts> {
  return page.evaluate(`(() => {
    const own = 'script[type=module][src^="/assets/"]'
    const foreign = 'script, img, object, embed, base, b[onclick], i:not([class]), style'
    const elements = [...document.querySelectorAll(foreign)].filter((one) => !one.matches(own))
    const all = [...document.querySelectorAll('*')]
    const handlers = all.filter((one) => [...one.attributes].some(({ name }) => /^on/.test(name)))
    const links = [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol))
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const unkept = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const isTurned = text.nodeValue.includes('\\u202e')
      const kept = text.parentElement.closest('bdi, [dir=auto], option, textarea')
      if (isTurned && kept === null) unkept.push(text.parentElement.outerHTML.slice(0, 200))
    }
    return {
      wasHacked: window.wasHacked === true,
      strange: [...elements, ...handlers, ...links].map((one) => one.outerHTML.slice(0, 200)),
      unkept,
      text: document.body.textContent,
    }
  })()`)
}
