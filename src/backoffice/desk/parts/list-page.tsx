import type { Child } from 'hono/jsx'
import type { Answer } from '../../../contract/back-office/call.ts'
import type { AnswerOf, CallName } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { anyOf, type Conditions, type Query } from '../conditions.ts'
import { type Desk, PageRefused } from '../desk.ts'
import type { DeskPage, PageContent } from '../page.ts'
import { conditionsSet, type Filter, Filters, SetFilters } from './filters.tsx'
import { type Column, List, NewLink, type NewLinkProps, Pager } from './list.tsx'
import { Refusal } from './refusal.tsx'
import { conditionsOf, type View, Views } from './views.tsx'

/** A page that shows the list of one call: the conditions of its address, and the columns of its rows. */
type ListPage<Name extends ListCall, Related> = {
  readonly path: DeskPage['path']
  readonly call: Name
  readonly title: ValueOrMaker<Meaning, Desk>
  readonly refreshSeconds?: ValueOrMaker<number | undefined, Desk>
  /** The filters of the list: names of the address and of the call's query. */
  readonly filters?: readonly Filter[]
  readonly views?: { readonly label: Meaning; readonly all: readonly View[] }
  /** Further conditions of the address; and the call's query, if it is not that of the address. */
  readonly conditions?: Conditions
  readonly queryOf?: (desk: Desk) => Query
  /** A further read, beside the list or of its rows. */
  readonly related?: (desk: Desk, listed: ListAnswer<Name>) => Promise<Related>
  /** The id of the table, its caption if that is not the title, and the key of a row. */
  readonly id: string
  readonly caption?: Meaning
  readonly keyOf: (row: RowOf<Name>) => string | number
  /** Whether a phone's row can be unfolded: see `List`. */
  readonly unfolds?: boolean
  readonly columns: ValueOrMaker<readonly Column<RowOf<Name>>[], ListView<Name, Related>>
  readonly empty: ValueOrMaker<Meaning, ListView<Name, Related>>
  readonly newestFirst?: ValueOrMaker<boolean, Desk>
  /** The link to the page that adds a record, and further links: one line with the filters. */
  readonly add?: NewLinkProps
  readonly links?: (view: ListView<Name, Related>) => Child
  /** The content first, between the filters and the rows, and last. */
  readonly above?: (view: ListView<Name, Related>) => Child
  /** The count that the menu shows. */
  readonly menuCounts?: (view: ListView<Name, Related>) => Pick<PageContent, 'approvals'>
  readonly between?: (view: ListView<Name, Related>) => Child
  readonly below?: (view: ListView<Name, Related>) => Child
  /** The filters with the labels of their choices, if those are read beside the list. */
  readonly namedFilters?: (view: ListView<Name, Related>) => readonly Filter[]
}

/** The name of a call that answers a list. */
type ListCall = {
  [Name in CallName]: AnswerOf<Name> extends { readonly items: readonly unknown[] } ? Name : never
}[CallName]

type ListAnswer<Name extends ListCall> = Promise<Answer<AnswerOf<Name>>>

/** A record of such a list. */
export type RowOf<Name extends ListCall> = AnswerOf<Name>['items'][number]

/** The input of a list's page: the call's query, its answer, and what was read besides. */
export type ListView<Name extends ListCall, Related = undefined> = {
  readonly desk: Desk
  readonly query: Query
  readonly list: AnswerOf<Name>
  readonly related: Related
}

/** A value, or the function that makes it. */
type ValueOrMaker<Value, From> = Value | ((from: From) => Value)

/**
 * Makes the page of a list. Its address has the filters and the place in the list, so a view is a link that can be
 * sent.
 */
export function listPage<Name extends ListCall, Related = undefined>(
  page: ListPage<Name, Related>,
): DeskPage {
  const { path, call, filters = [], views } = page
  const names = [...filters.map(({ name }) => name), ...conditionsOf(views?.all ?? [])]
  return {
    path,
    reads: call,
    picks: filters.flatMap(({ list }) => list ?? []),
    conditions: { ...anyOf(...names), ...page.conditions, ...anyOf('cursor', 'limit') },
    draw: async (desk) => {
      const query = page.queryOf?.(desk) ?? conditionsSet(desk, [...names, 'cursor', 'limit'])
      const listed = desk.ask(call, { path: desk.path, query })
      const [answer, related] = await Promise.all([
        listed,
        page.related?.(desk, listed) as Promise<Related>,
      ])
      // A refused filter stays in its field, above the reason.
      if (!answer.ok && answer.error !== 'validation_error') throw new PageRefused(answer)
      return {
        title: desk.say(resolved(page.title, desk)),
        refreshSeconds: resolved(page.refreshSeconds, desk),
        ...(answer.ok ? page.menuCounts?.({ desk, query, list: answer.value, related }) : {}),
        main: answer.ok ? (
          <Listing page={page} view={{ desk, query, list: answer.value, related }} />
        ) : (
          <>
            {views === undefined ? null : <Views filters={filters} {...views} />}
            <Filters filters={filters} others={othersOf(page)} isOpen />
            <SetFilters filters={filters} />
            <section class="card">
              <Refusal refused={answer} filters={filters} />
            </section>
          </>
        ),
      }
    },
  }
}

type ListingProps<Name extends ListCall, Related> = {
  readonly page: ListPage<Name, Related>
  readonly view: ListView<Name, Related>
}

function Listing<Name extends ListCall, Related>({ page, view }: ListingProps<Name, Related>) {
  const { id, filters = [], views, title, caption = resolved(title, view.desk) } = page
  const { items, next_cursor: next = null }: PageOfList<Name> = view.list
  const visible = page.namedFilters?.(view) ?? filters
  return (
    <>
      {page.above?.(view)}
      {views === undefined ? null : <Views filters={filters} {...views} />}
      <div class="list-ways">
        {page.add === undefined ? null : <NewLink {...page.add} />}
        <Filters filters={visible} others={othersOf(page)} />
        {page.links?.(view)}
      </div>
      <SetFilters filters={visible} />
      {page.between?.(view)}
      <List
        id={id}
        caption={caption}
        items={items}
        keyOf={page.keyOf}
        unfolds={page.unfolds === true}
        columns={resolved(page.columns, view)}
        empty={next === null ? resolved(page.empty, view) : noneYet}
      />
      <Pager next={next} newestFirst={resolved(page.newestFirst ?? true, view.desk)} />
      {page.below?.(view)}
    </>
  )
}

// The conditions that a filter leaves as they are: those of the view, and the order.
function othersOf(page: Pick<ListPage<ListCall, unknown>, 'views' | 'conditions'>) {
  return [...conditionsOf(page.views?.all ?? []), ...Object.keys(page.conditions ?? {})]
}

// A call reads a limited number of rows, so that a page may be empty though older rows match.
const noneYet: Meaning = {
  zh: '這一段都不符合；可以繼續往下找。',
  en: 'Nothing fits so far. The next ones may.',
}

type PageOfList<Name extends ListCall> = {
  readonly items: readonly RowOf<Name>[]
  readonly next_cursor?: string | null
}

function resolved<Value, From>(value: ValueOrMaker<Value, From>, from: From): Value {
  return typeof value === 'function' ? (value as (from: From) => Value)(from) : value
}
