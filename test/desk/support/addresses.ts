import type { DeskPage } from '../../../src/backoffice/desk/page.ts'
import { pages } from '../../../src/backoffice/desk/pages.ts'
import { type CallName, callNamed } from '../../../src/contract/back-office/table.ts'
import { eachOf } from './each-of.ts'
import type { Examples, System } from './filled.ts'
import { served } from './served.ts'

/** A page at work: its address, and what it is asked for. */
export type Address = {
  readonly page: DeskPage
  /** The page and its state, for the names of tests and pictures: `bank-accounts-id-frozen`. */
  readonly name: string
  /** Path and query. */
  readonly to: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/**
 * The addresses of every page of the back office, a page with something in its path once for each main state of that.
 * Throws where nothing is known to put into a path: the filled system lacks an example for the page's call.
 */
export function addressesOf(filled: System): readonly Address[] {
  return pages.flatMap((page) => {
    const names = [...page.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (names.length > 0) return withValues(page, names, filled)
    const queries = { '': {}, ...(viewsOf(filled)[page.path] ?? queriesOf(filled)[page.reads]) }
    return Object.entries(queries).map(([state, query]) => addressOf(page, state, {}, query))
  })
}

function withValues(page: DeskPage, names: readonly string[], filled: System): readonly Address[] {
  const some = examplesFor(page.reads, filled)
  const fitting = Object.entries(some).filter(([, values]) =>
    names.every((name) => values[name] !== undefined),
  )
  if (fitting.length === 0) {
    throw new Error(`the filled system has nothing to show at ${page.path}`)
  }
  // What a part of a record’s page shows differs less.
  const isPart = !page.path.endsWith('}') && !page.path.endsWith(`:${names.at(-1)}`)
  const shown = isPart ? fitting.slice(-3) : fitting
  const [[first = '', values = {}] = []] = shown
  return [
    ...shown.map(([state, some]) => addressOf(page, state, some, {})),
    ...tabsOf(page).map((part) => addressOf(page, `${first}-${part}`, values, { part })),
  ]
}

// The parts of a record's page that stand behind tabs.
function tabsOf({ conditions }: DeskPage): readonly string[] {
  const parts = conditions?.part
  return parts === undefined || parts === 'any' ? [] : parts.slice(1)
}

/** One of each page's addresses: all are taken in turn from page to page. */
export function oneOfEachPage(all: readonly Address[]): readonly Address[] {
  const pages = [...Map.groupBy(all, ({ page }) => page).values()]
  return pages.flatMap((states, n) => states[n % states.length] ?? [])
}

/** Those that are there, and no redirects, for that reader. */
export async function shownTo(actor: string, addresses: readonly Address[]) {
  const pages = await eachOf(addresses, ({ to }) => served(actor, to))
  return addresses.filter((_, n) => pages[n]?.status === 200)
}

/** What a call can be about; nothing for one without values in its path. */
export function examplesFor(name: CallName, { examples }: System): Examples {
  const [, noun = ''] = callNamed(name)?.path.split(/[/.]/) ?? []
  return examples[noun] ?? {}
}

function addressOf(
  page: DeskPage,
  state: string,
  path: Address['path'],
  query: Address['query'],
): Address {
  const filledPath = page.path.replace(/:(\w+)(?:\{[^/]*\})?/g, (_, name) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const asked = new URLSearchParams(query).toString()
  const labels = [page.path.replace(/\{[^/]*\}/g, ''), state].join('/')
  return {
    page,
    path,
    query,
    name: labels.replace(/[^\w]+/g, '-').replace(/^-|-$/g, ''),
    to: asked === '' ? filledPath : `${filledPath}?${asked}`,
  }
}

// By the path of a page that shows a record beside its list: which of them, and lists that have none.
function viewsOf({ examples }: System): Readonly<Record<string, Readonly<Record<string, Query>>>> {
  const order = (kind: string, state: string) => ({
    order: examples[kind]?.[state]?.trade_no ?? '',
  })
  const nothing = { who: 'mine' }
  return {
    '/desk': {
      open: order('collections', 'waiting'),
      matched: { show: 'matched', ...order('collections', 'matched') },
      exception: { show: 'exception', ...order('collections', 'exception') },
      expired: { show: 'expired', test: 'only' },
      ran_out: { show: 'expired', test: 'only', ...order('collections', 'expired') },
      nothing,
    },
    '/desk/payouts': { open: order('payouts', 'waiting'), nothing },
  }
}

// By the call that a page reads: queries whose answers look different, by the name of what they show.
function queriesOf({ shop }: System): Partial<Record<CallName, Readonly<Record<string, Query>>>> {
  const merchant = { merchant_uid: shop.uid }
  const none = { merchant_uid: 'nobody' }
  return {
    overview: { tests: { test: 'only' } },
    search: { several: { q: '67890' }, nothing: { q: 'nothing-like-it' } },
    listCollections: { filtered: { ...merchant, status: 'pending' }, nothing: none },
    listPayouts: { filtered: { ...merchant, status: 'processed' }, nothing: none },
    listCallbacks: { due: { ...merchant, state: 'due' }, nothing: none },
    listTransactions: { filtered: { state: 'unclaimed', direction: 'in' } },
    listApprovals: { waiting: { state: 'waiting' } },
    listJournal: { nothing: { actor: 'nobody@nowhere.example' } },
  }
}

type Query = Readonly<Record<string, string>>

/** The address of a reading call of the API: path and query. */
export function apiAddress(name: CallName, { path, query }: Pick<Address, 'path' | 'query'>) {
  const call = callNamed(name)
  if (call === undefined) throw new Error(`there is no call ${name}`)
  const filledPath = call.path.replace(/:(\w+)(?:\{[^/]*\})?/g, (_, value) =>
    encodeURIComponent(path[value] ?? ''),
  )
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? `/api${filledPath}` : `/api${filledPath}?${asked}`
}
