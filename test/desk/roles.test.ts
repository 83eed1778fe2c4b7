import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bodyOf } from '../../src/backoffice/desk/form-body.ts'
import type { DeskPage } from '../../src/backoffice/desk/page.ts'
import { mayMake } from '../../src/contract/back-office/call-roles.ts'
import { type Role, roles } from '../../src/contract/back-office/roles.ts'
import { type CallName, callNamed, namedCalls } from '../../src/contract/back-office/table.ts'
import { noParameters } from '../../src/contract/back-office/values.ts'
import { isFullForm } from '../support/full-form.ts'
import { calls } from '../unit/backoffice/example-calls.ts'
import {
  type Address,
  addressesOf,
  apiAddress,
  examplesFor,
  oneOfEachPage,
} from './support/addresses.ts'
import { drawnFromApi } from './support/drawn-from-api.ts'
import { eachOf } from './support/each-of.ts'
import { aFilledDesk, type System } from './support/filled.ts'
import { formsOf, type ServedForm, type ServedPage, sendForm, served } from './support/served.ts'
import { ask, operator } from './support/shop.ts'

// Every page by every role: it is shown or refused as the API answers, and has nothing that the API would refuse.

let filled: System
let addresses: readonly Address[]
beforeAll(async () => {
  filled = await aFilledDesk()
  const all = addressesOf(filled)
  const orders = all.filter(({ page }) => kinds[page.reads] !== undefined)
  addresses = isFullForm ? all : [...new Set([...oneOfEachPage(all), ...orders.slice(0, 6)])]
})
afterAll(() => filled.close())

const actors = { operator, agent: 'ann:agent', auditor: 'ada:auditor' }
const everyone = { ...actors, bridge: 'service:exchange:bridge', feed: 'service:bank:feed' }

test('every role is walked', () => {
  expect(Object.keys(everyone).sort()).toEqual([...roles].sort())
})

describe.each(Object.entries(everyone))('to %s', (role, actor) => {
  let shown: readonly ServedPage[]
  beforeAll(async () => {
    shown = await eachOf(addresses, ({ to }) => served(actor, to))
  })
  const overShown = async (
    look: (address: Address, page: ServedPage) => Promise<readonly string[]> | readonly string[],
  ) => {
    const found = addresses.map((address, n) => ({ address, page: shown[n] as ServedPage }))
    return (await eachOf(found, async ({ address, page }) => look(address, page))).flat()
  }

  test('each page answers with the status that the API has for what it reads', async () => {
    const wrong = await overShown(async (address, { status }) => {
      const expected = await apiStatus(role, actor, address)
      const answered = status === 303 ? 200 : status
      return answered === expected ? [] : [`${address.to} answers ${status}, the API ${expected}`]
    })
    expect(wrong).toEqual([])
  })

  test('no page has a link to a file that the API would refuse', async () => {
    const wrong = await overShown(({ to }, { html }) => {
      const files = [...html.matchAll(/href="\/api(\/[^"?]*\.csv)/g)].map(([, path = '']) => path)
      const refused = files.filter((path) => {
        const file = namedCalls.find(({ call }) => isPathOf(call.path, path))
        return file === undefined || !mayMake(role as Role, file.name)
      })
      return refused.map((path) => `${to} leads to ${path}`)
    })
    expect(wrong).toEqual([])
  })

  test('no page has a form whose call, or whose fields, the API would refuse', async () => {
    const wrong = await overShown(({ to }, page) => {
      const forms = formsOf(page)
      const refused = forms.filter(({ call }) => !mayMake(role as Role, call))
      return [
        ...refused.map(({ call }) => `${to} has a form for ${call}`),
        ...forms.flatMap(unknownFields).map((field) => `${to} has a field ${field}`),
      ]
    })
    expect(wrong).toEqual([])
  })
})

describe.each(Object.entries(actors))('to %s', (_, actor) => {
  test('each page is what can be drawn from the API’s answers alone', async () => {
    const wrong = await overAll(async (address) => {
      const page = await served(actor, address.to)
      if (page.status !== 200) return []
      // Another test may write in between, and undo it: wrong is what differs three times from a page that stays.
      for (let tries = 0, differed = 0; tries < 100 && differed < 3; tries += 1) {
        const { html, token } = await served(actor, address.to)
        const drawn = await drawnFromApi(actor, address, token)
        if (steady(drawn.html) === steady(html)) return []
        const after = await served(actor, address.to)
        if (steady(after.html) === steady(html)) differed += 1
      }
      return [address.to]
    })
    expect(wrong).toEqual([])
  })

  test('an order has the forms of the actions that the API allows its reader', async () => {
    const wrong = await overAll(async ({ page, to, path }) => {
      const kind = kinds[page.reads]
      if (kind === undefined || path.trade_no === undefined) return []
      const shown = await served(actor, to)
      if (shown.status !== 200) return []
      const { actions } = await ask(actor, 'GET', `/${kind}/${path.trade_no}`)
      const allowed = actions.filter((one: Action) => one.allowed).map((one: Action) => one.name)
      return (
        actionsOn(shown, path.trade_no)
          // A note moves nothing: whoever sees the order may write one.
          .filter((name) => name !== 'notes' && !allowed.includes(name))
          .map((name) => `${to} has a form for ${name}`)
      )
    })
    expect(wrong).toEqual([])
  })
})

// Nobody of these names does anything else.
const idle = Object.entries(everyone).map(([role, actor]) => [role, `idle-${actor}`] as const)

describe.each(idle)('of %s', (role, actor) => {
  test('a form for a call that other roles make is refused, and does nothing', async () => {
    const browser = await served(operator, '/overview')
    const forbidden = namedCalls.filter(
      ({ name, call }) => call.method !== 'GET' && !mayMake(role as Role, name),
    )
    for (const { name } of forbidden) {
      const { status } = await sendForm(actor, actOf(name), browser, fieldsOf(name))
      expect([name, status]).toEqual([name, 403])
    }
    const who = encodeURIComponent(actor.slice(0, actor.lastIndexOf(':')))
    expect((await ask(operator, 'GET', `/journal?actor=${who}`)).items).toEqual([])
    const { items } = await ask(operator, 'GET', '/approvals?limit=200')
    expect(JSON.stringify(items)).not.toContain('idle-')
  })
})

test('the same forms are taken of those who may', async () => {
  const browser = await served(operator, '/overview')
  for (const name of ['takeCollection', 'placeHold', 'takePayout', 'createProduct'] as const) {
    const { status } = await sendForm(operator, actOf(name), browser, fieldsOf(name))
    expect([name, status]).toEqual([name, 303])
  }
})

type Action = { readonly name: string; readonly allowed: boolean }

const kinds: Partial<Record<CallName, string>> = {
  showCollection: 'collections',
  showPayout: 'payouts',
}

// The actions of an order that its page has forms for.
function actionsOn(page: ServedPage, tradeNo: string): readonly string[] {
  return formsOf(page)
    .filter(({ path }) => path.trade_no === tradeNo)
    .map(({ call }) => callNamed(call)?.path.split('/').at(-1) ?? call)
}

function isPathOf(pattern: string, path: string): boolean {
  const text = pattern.replace(/:\w+(?:\{([^/]*)\})?/g, (_, one = '[^/]+') => one)
  return new RegExp(`^${text}$`).test(path)
}

async function overAll(look: (address: Address) => Promise<readonly string[]>) {
  return (await eachOf(addresses, look)).flat()
}

// What it answers where it may be read; a page for a call that writes is shown to whoever may make it.
// The desk's views are its own words for a query: what they name is an order, which may be another agent's.
const isOfDesk = ({ path }: DeskPage) => path.startsWith('/desk')

function queueAddress({ reads }: DeskPage, { order }: Address['query']): string {
  if (order === undefined) return apiAddress(reads, { path: {}, query: {} })
  const show = reads === 'listPayouts' ? 'showPayout' : 'showCollection'
  return apiAddress(show, { path: { trade_no: order }, query: {} })
}

// The part of an account that its page shows is the page's own.
async function apiStatus(role: string, actor: string, { page, to, path, query: all }: Address) {
  const { part: _part, ...query } = all
  if (!mayMake(role as Role, page.reads)) return 403
  const { method, query: schema } = callNamed(page.reads) ?? {}
  if (method !== 'GET') return 200
  // A search without a text: its page asks for one.
  if (to === page.path && schema?.safeParse({}).success === false) return 200
  const address = isOfDesk(page)
    ? queueAddress(page, query)
    : apiAddress(page.reads, { path, query })
  const { status } = await fetch(inject('deskUrl') + address, {
    headers: { 'x-local-actor': actor },
  })
  return status
}

// Without what is another at each drawing: how long ago something was, and keys that are made for a form.
function steady(html: string): string {
  return html
    .replace(/<time\b[^>]*>[^<]*<\/time>/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    .replace(/<datalist id="picks-merchants">.*?<\/datalist>/gs, '')
}

// The act of a call, on a record that it could be made on.
function actOf(name: CallName): string {
  const path = callNamed(name)?.path ?? ''
  const [first] = Object.values(examplesFor(name, filled))
  const query = path.includes(':') ? new URLSearchParams(first).toString() : ''
  return query === '' ? `/acts/${name}` : `/acts/${name}?${query}`
}

// The fields of a form for the example’s body.
function fieldsOf(name: CallName): Readonly<Record<string, string>> {
  const { method, path } = callNamed(name) ?? { method: '', path: '' }
  const pattern = new RegExp(`^/api${path.replace(/:\w+(?:\{[^/]*\})?/g, '[^/]+')}$`)
  const [, , body] = calls.find(([by, to]) => by === method && pattern.test(to)) ?? []
  return Object.fromEntries(fieldsBelow('', body ?? {}))
}

function fieldsBelow(before: string, members: object): readonly (readonly [string, string])[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested
      ? fieldsBelow(`${before}${name}.`, value)
      : [[before + name, [value].flat().join('\n')] as const]
  })
}

// The fields that are no members of what the form's call takes.
function unknownFields({ call, fields }: ServedForm): readonly string[] {
  const { body, query, file } = callNamed(call) ?? {}
  const schema = (file === undefined ? body : query) ?? noParameters
  const sent = Object.fromEntries(fields.map((name) => [name, ['x']]))
  const { error } = schema.safeParse(bodyOf(sent, schema))
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `${call} ${key}`) : [],
  )
}
