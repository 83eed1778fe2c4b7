import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pages } from '../../src/backoffice/desk/pages.ts'
import { namedCalls } from '../../src/contract/back-office/table.ts'
import { isFullForm } from '../support/full-form.ts'
import { type Address, addressesOf, oneOfEachPage, shownTo } from './support/addresses.ts'
import { drawnFromApi } from './support/drawn-from-api.ts'
import { eachOf } from './support/each-of.ts'
import { aFilledDesk, type System } from './support/filled.ts'
import {
  fieldsOfForms,
  formsOf,
  linksOf,
  needsScript,
  type ServedPage,
  sendForm,
  served,
} from './support/served.ts'
import { operator, secondOperator } from './support/shop.ts'

// Everything that the API can do, a person can do in a browser (back office §8), and no link leads nowhere.

// Calls of the exchange's own system: what a member buys is chosen on the member's page.
const callsOfMachines = ['showBridgeLink', 'purchaseOverBridge']

let filled: System
let addresses: readonly Address[]
// Those that an operator is shown a page at.
let shown: readonly Address[]
beforeAll(async () => {
  filled = await aFilledDesk()
  addresses = addressesOf(filled)
  shown = await shownTo(operator, addresses)
})
afterAll(() => filled.close())

test('every reading call is asked, or linked as a file, by some page', async () => {
  // A search asks only where it is for something.
  const found = shown.filter(({ to }) => to.startsWith('/search'))
  const some = isFullForm ? shown : [...oneOfEachPage(shown), ...found]
  const drawn = await eachOf(some, (address) => drawnFromApi(operator, address, ''))
  const asked = new Set<string>(drawn.flatMap((one) => [...one.asked]))
  const { linked } = await walked(operator)
  const paths = [...linked.keys()].map((link) => link.split('?')[0] ?? '')
  const unread = namedCalls
    .filter(({ name, call }) => call.method === 'GET' && !callsOfMachines.includes(name))
    .filter(({ name, call }) => {
      if (call.answer !== 'csv') return !asked.has(name)
      return !paths.some((path) => patternOf(`/api${call.path}`).test(path))
    })
  expect(unread.map(({ name }) => name)).toEqual([])
})

test('no page has one key for two things', async () => {
  const read = await eachOf(shown, async ({ to }) => {
    const { html } = await served(operator, to)
    const keys = [...html.matchAll(/ data-key="(\w)"/g)].map(([, key = '']) => key)
    return keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${to}: ${key}`)
  })
  expect(read.flat()).toEqual([])
})

test('every writing call has a form on some page of an operator', async () => {
  const [first, second] = [await walked(operator), await walked(secondOperator)]
  const all = [...first.pages.values(), ...second.pages.values()]
  const withForm = new Set(all.flatMap((page) => formsOf(page)).map(({ call }) => call))
  const without = namedCalls
    .filter(({ name, call }) => call.method !== 'GET' && !callsOfMachines.includes(name))
    // Automatic matching is started where it was stopped: `auto-switches.test.ts` has that form.
    .filter(({ name }) => !withForm.has(name) && name !== 'startAuto')
  expect(without.map(({ name }) => name)).toEqual([])
})

test('every form and button works in a browser without scripts', async () => {
  const { pages: shown } = await walked(operator)
  const problems = [...shown].flatMap(([to, page]) =>
    needsScript(page).map((element) => `${to}: ${element}`),
  )
  expect(problems).toEqual([])
})

test('no form tells what follows from it in more than one box', async () => {
  const { pages: shown } = await walked(operator)
  const boxes = [...shown].flatMap(([to, { html }]) =>
    [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => ({
      to,
      found: [...form.matchAll(/class="(?:warning|notice)\b/g)].length,
    })),
  )
  expect(boxes.some(({ found }) => found === 1)).toBe(true)
  expect(boxes.filter(({ found }) => found > 1)).toEqual([])
})

// Each is sent with a field that no call has, so that none is carried out.
test('every form that is refused is drawn after a redirect with what was typed, and so is its page on Back', async () => {
  const { pages: shown } = await walked(operator)
  const forms = new Map(
    [...shown].flatMap(([to, page]) =>
      fieldsOfForms(page).map(
        (form) => [form.action.split('?')[0], { to, page, ...form }] as const,
      ),
    ),
  )
  expect(forms.size).toBeGreaterThan(40)
  const lost = await eachOf([...forms.values()], async ({ to, page, action, id, typed }) => {
    const fields = Object.fromEntries(typed.map((name, n) => [name, `typed-${n}`]))
    const sent = { ...fields, nothing_like_it: 'x', _from: to, _form: id }
    const refused = await sendForm(operator, action, page, sent)
    await refused.body?.cancel()
    const told = refused.headers.get('location') ?? ''
    const kept = refused.headers.getSetCookie().map((one) => one.split(';')[0])
    if (refused.status !== 303 || kept.length !== 1) return `${action} answers ${refused.status}`
    if (/typed-|nothing_like/.test(told)) return `${action} tells what was typed in ${told}`
    const ask = (address: string, mode: string) =>
      textOf(address, { 'sec-fetch-mode': mode, cookie: [page.cookie, ...kept].join('; ') })
    const [after, back, polled] = await Promise.all([
      ask(told, 'navigate'),
      ask(to, 'navigate'),
      ask(to, 'cors'),
    ])
    const missing = (html: string) =>
      Object.values(fields).filter((one) => !new RegExp(`["\n>]${one}["<]`).test(html))
    const problems = [
      ...(after.includes('id="refused"') ? [] : ['no refusal']),
      ...missing(after).map((one) => `${one} after the refusal`),
      ...missing(back).map((one) => `${one} on Back`),
      ...(back.includes('id="refused"') ? ['a refusal on Back'] : []),
      ...(/typed-\d/.test(polled) ? ['what was typed, told to a script'] : []),
    ]
    if (problems.length === 0) return null
    // What a form is for may be over meanwhile, and an alarm stand again: the form is gone from a page that was asked.
    const isGone = (html: string) => !fieldsOfForms({ ...page, html }).some((one) => one.id === id)
    if (action.startsWith('/acts/acknowledgeAlarm') && [after, back].some(isGone)) return null
    if (isGone((await served(operator, to)).html)) return null
    return `${action} of ${to}: ${problems.join(', ')}`
  })
  expect(lost.filter((one) => one !== null)).toEqual([])
})

test('a condition that a page does not know is told on it, and no link of a page has one', async () => {
  // What it knows is the page's, whatever it shows.
  const asked = isFullForm ? shown : oneOfEachPage(shown)
  const misspelt = asked.map(({ to }) => `${to}${to.includes('?') ? '&' : '?'}staus=pending`)
  const pagesOfMisspelt = await eachOf(misspelt, (to) => served(operator, to))
  const silent = pagesOfMisspelt.flatMap(({ html }, n) =>
    isFramed(html) && !html.includes('<bdi>staus=pending</bdi>') ? [misspelt[n]] : [],
  )
  expect(silent).toEqual([])
  const { pages: known } = await walked(operator)
  const told = [...known].filter(([, { html }]) => html.includes('id="ignored"'))
  expect(told.map(([to]) => to)).toEqual([])
})

test.each([
  ['/desk?show=exeption', ['show=exeption']],
  ['/desk/payouts?who=mine&show=matched', ['show=matched']],
  ['/collections?status=pending&status=succeeded&order=oldest', ['status=pending']],
  ['/callbacks?state=due&Limit=5', ['Limit=5']],
  ['/approvals?state=waitng', ['state=waitng']],
  ['/merchants?cursor=&constructor=1&=2', ['constructor=1', '=2']],
])('of %s, %j counts for nothing and is told', async (to, texts) => {
  const { html } = await served(operator, to)
  const [, notice = ''] = /<p[^>]* id="ignored">(.*?)<\/p>/s.exec(html) ?? []
  expect([...notice.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, text]) => text)).toEqual(texts)
  expect(linksOf({ html: notice } as ServedPage)).toEqual([to.split('?')[0]])
})

test('no two pages have one path', () => {
  const paths = pages.map(({ path }) => path)
  expect(paths.filter((path, n) => paths.indexOf(path) !== n)).toEqual([])
})

describe.each([operator, 'ann:agent', 'bob:agent', 'ada:auditor'])('to %s', (actor) => {
  test('every link leads to a page that they may see', async () => {
    const { pages: shown, linked } = await walked(actor)
    const isSeen = (status = 200) => [200, 303].includes(status)
    const refused = [...linked].filter(([to]) => !isSeen(shown.get(to)?.status))
    // Another test may have removed the record since the page with the link was drawn.
    const broken = await eachOf(refused, async ([to, from]) => {
      const isLinked = targetsOf(await served(actor, from)).includes(to)
      const { status } = await served(actor, to)
      return isLinked && !isSeen(status) ? [`${to} of ${from} answers ${status}`] : []
    })
    expect(broken.flat()).toEqual([])
  })

  test('every link within a page leads to a part of it', async () => {
    const { pages: shown } = await walked(actor)
    const lost = [...shown].flatMap(([to, page]) =>
      linksOf(page)
        .filter((link) => link.startsWith('#') && !page.html.includes(`id="${link.slice(1)}"`))
        .map((link) => `${link} of ${to}`),
    )
    expect(lost).toEqual([])
  })
})

// `fetch` of Node says of itself how it asks.
async function textOf(to: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const own = { 'x-local-actor': operator, accept: 'text/html', ...headers }
  const sent = request(inject('deskUrl') + to, { headers: own }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return text(answer)
}

type Walk = {
  /** Each page by its address. */
  readonly pages: ReadonlyMap<string, ServedPage>
  /** Of those that another page links, that page. */
  readonly linked: ReadonlyMap<string, string>
}

const walks = new Map<string, Promise<Walk>>()

// The pages of a reader with what they link, each address once.
function walked(actor: string): Promise<Walk> {
  const known = walks.get(actor) ?? walk(actor)
  walks.set(actor, known)
  return known
}

async function walk(actor: string): Promise<Walk> {
  const found = new Map<string, ServedPage>()
  const linked = new Map<string, string>()
  const met = new Map<string, number>()
  // Operators have the most forms, and so every state of a page.
  const isEveryState = isFullForm || actor === operator || actor === secondOperator
  const first = isEveryState ? addresses : oneOfEachPage(addresses)
  let next = ['/', ...first.map(({ to }) => to)]
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const shown = await eachOf(next, (to) => served(actor, to))
    const own = new Map<string, string>()
    for (const [n, page] of shown.entries()) {
      const from = next[n] ?? ''
      found.set(from, page)
      for (const link of targetsOf(page)) own.set(link, from)
    }
    for (const [link, from] of own) linked.set(link, from)
    next = [...own.keys()].filter((link) => !found.has(link) && isFew(met, kindOf(link)))
  }
  return { pages: found, linked }
}

const stepsMax = isFullForm ? 3 : 2

// Rows of a list lead to pages of one kind: some of them tell of all.
function isFew(met: Map<string, number>, kind: string): boolean {
  const count = (met.get(kind) ?? 0) + 1
  met.set(kind, count)
  return count <= (isFullForm ? 5 : 2)
}

// The page that an address is of, and what its query names.
function kindOf(to: string): string {
  const { pathname, searchParams } = new URL(to, 'http://desk')
  const page = pages.find(({ path }) => patternOf(path).test(pathname))
  return [page?.path ?? pathname, ...[...searchParams.keys()].sort()].join(' ')
}

// The member's page, shown as a picture, is a document of its own.
function isFramed(html: string): boolean {
  return html.includes('id="notices"')
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+(?:\{([^/]*)\})?/g, (_, one = '[^/]+') => one)}$`)
}

// The addresses that a page leads to.
function targetsOf(page: ServedPage): readonly string[] {
  const links = [...linksOf(page), page.location ?? '#'].filter((link) => link.startsWith('/'))
  return links.map(withoutHash)
}

function withoutHash(link: string): string {
  return link.split('#')[0] ?? ''
}
