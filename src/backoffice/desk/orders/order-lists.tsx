import type { Child } from 'hono/jsx'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { RefusedAnswer } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { type Desk, useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import type { Drawn } from '../page.ts'
import { type Filter, Filters } from '../parts/filters.tsx'
import { type Column, List, Pager } from '../parts/list.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Foreign, LastFive, Money, Time } from '../parts/values.tsx'
import { collectionFilters, isOldestFirst, orderQuery, payoutFilters } from './order-filters.ts'
import { CollectionState, PayoutState } from './order-states.tsx'

type Collection = AnswerOf<'listCollections'>['items'][number]
type Payout = AnswerOf<'listPayouts'>['items'][number]

/** The list of collections, newest first. */
export async function drawCollections(desk: Desk): Promise<Drawn> {
  const query = orderQuery(desk, collectionFilters)
  const answer = await desk.ask('listCollections', { query })
  return {
    title: desk.say(collectionsTitle),
    main: (
      <Listed
        filters={collectionFilters}
        csv={`/api/collections.csv?${exportQuery(query)}`}
        answer={answer}
      >
        {answer.ok ? (
          <>
            <List
              id="collections"
              caption={collectionsTitle}
              items={answer.value.items}
              keyOf={({ trade_no }) => trade_no}
              columns={collectionColumns}
              empty={emptyWord(answer.value.next_cursor)}
            />
            <Pager next={answer.value.next_cursor} newestFirst={!isOldestFirst(desk)} />
          </>
        ) : null}
      </Listed>
    ),
  }
}

/** The list of payouts, newest first. */
export async function drawPayouts(desk: Desk): Promise<Drawn> {
  const query = orderQuery(desk, payoutFilters)
  const answer = await desk.ask('listPayouts', { query })
  return {
    title: desk.say(payoutsTitle),
    main: (
      <Listed
        filters={payoutFilters}
        csv={`/api/payouts.csv?${exportQuery(query)}`}
        answer={answer}
      >
        {answer.ok ? (
          <>
            <List
              id="payouts"
              caption={payoutsTitle}
              items={answer.value.items}
              keyOf={({ trade_no }) => trade_no}
              columns={payoutColumns}
              empty={emptyWord(answer.value.next_cursor)}
            />
            <Pager next={answer.value.next_cursor} newestFirst={!isOldestFirst(desk)} />
          </>
        ) : null}
      </Listed>
    ),
  }
}

const collectionsTitle = { zh: '代收', en: 'Collections' }
const payoutsTitle = { zh: '代付', en: 'Payouts' }

// A file has no pages.
function exportQuery(query: Readonly<Record<string, string>>): string {
  const { cursor: _cursor, limit: _limit, order: _order, ...filters } = query
  return new URLSearchParams(filters).toString()
}

// A call looks at so many rows at most: a page may be empty while older ones fit.
function emptyWord(next: string | null): Meaning {
  return next === null
    ? { zh: '沒有符合的訂單。', en: 'No order fits.' }
    : {
        zh: '這一段的訂單都不符合；可以繼續往下找。',
        en: 'None of these orders fits. The next ones may.',
      }
}

type ListedProps = {
  readonly filters: readonly Filter[]
  readonly csv: string
  readonly answer: ({ readonly ok: false } & RefusedAnswer) | FoundOrders
  readonly children: Child
}

type FoundOrders = {
  readonly ok: true
  readonly value: { readonly items: readonly unknown[]; readonly next_cursor: string | null }
}

function Listed({ filters, csv, answer, children }: ListedProps) {
  return (
    <>
      <Filters filters={filters} isOpen={!answer.ok} />
      <SetFilters filters={filters} />
      {answer.ok ? (
        <Ways csv={csv} found={answer} />
      ) : (
        <section class="card">
          <Refusal refused={answer} />
        </section>
      )}
      {children}
    </>
  )
}

// Nothing is turned or downloaded where there is nothing.
function Ways({ csv, found: { value } }: { csv: string; found: FoundOrders }) {
  const { say, may } = useDesk()
  if (value.items.length === 0 && value.next_cursor === null) return null
  return (
    <div class="buttons">
      <Turned />
      {may('exportCollections') ? (
        <a href={csv}>
          {say({ zh: '下載符合條件的 CSV 檔', en: 'Download all that fit, as CSV' })}
        </a>
      ) : null}
    </div>
  )
}

// The same list from its other end.
function Turned() {
  const desk = useDesk()
  const { say, query, address } = desk
  const { cursor: _cursor, order: _order, ...others } = query
  const isOldest = isOldestFirst(desk)
  const to = new URLSearchParams(isOldest ? others : { ...others, order: 'oldest' }).toString()
  return (
    <p>
      {isOldest
        ? say({ zh: '由舊到新。', en: 'Oldest first. ' })
        : say({ zh: '由新到舊。', en: 'Newest first. ' })}
      <a href={`${address.split('?')[0] ?? ''}?${to}`}>
        {isOldest
          ? say({ zh: '改為由新到舊', en: 'Show the newest first' })
          : say({ zh: '改為由舊到新', en: 'Show the oldest first' })}
      </a>
    </p>
  )
}

// What the list is narrowed by, each with a way to leave it out.
function SetFilters({ filters }: { filters: readonly Filter[] }) {
  const { say, query, address } = useDesk()
  const path = address.split('?')[0] ?? ''
  const set = filters.filter(({ name }) => (query[name] ?? '') !== '')
  if (set.length === 0) return null
  const without = (left: string) => {
    const { cursor: _cursor, [left]: _left, ...others } = query
    const rest = new URLSearchParams(others).toString()
    return rest === '' ? path : `${path}?${rest}`
  }
  return (
    <ul class="chips" aria-label={say({ zh: '目前的篩選', en: 'Narrowed by' })}>
      {set.map(({ name, label, options = [] }) => (
        <li>
          <a href={without(name)}>
            {say(label)}
            {say({ zh: '：', en: ': ' })}
            <Foreign text={say(labelFor(Object.fromEntries(options), query[name] ?? ''))} />
            <span aria-hidden="true"> ×</span>
            <span class="unseen">{say({ zh: '，移除', en: ', remove' })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The number of an order, which opens it, with the merchant's own below it. */
function OrderLink({ at, order }: { at: string; order: Collection | Payout }) {
  const to = `${at}/${order.trade_no}`
  return (
    <>
      <a href={to}>{order.trade_no}</a> <TestBadge of={order} />
      <br />
      <small>
        <Foreign text={order.merchant_order_no} />
      </small>
    </>
  )
}

const amountColumn: Column<Collection | Payout> = {
  name: { zh: '金額', en: 'Amount' },
  isAmount: true,
  cell: ({ amount }) => <Money dollars={amount} />,
}
const lastColumns: readonly Column<Collection | Payout>[] = [
  { name: { zh: '商戶', en: 'Merchant' }, cell: ({ uid }) => <Foreign text={uid} /> },
  { name: { zh: '處理人員', en: 'Agent' }, cell: ({ agent }) => <Foreign text={agent} /> },
  { name: { zh: '建立', en: 'Created' }, cell: (order) => <Time at={order.created_at} brief /> },
]

const collectionColumns: readonly Column<Collection>[] = [
  {
    name: { zh: '交易編號', en: 'Number' },
    cell: (order) => <OrderLink at="/collections" order={order} />,
  },
  amountColumn,
  { name: { zh: '狀態', en: 'State' }, cell: (order) => <CollectionState order={order} /> },
  {
    name: { zh: '付款人', en: 'Payer' },
    cell: (order) => <Member name={order.payer_name || order.user_name} last5={order.last5} />,
  },
  ...lastColumns,
]

const payoutColumns: readonly Column<Payout>[] = [
  {
    name: { zh: '交易編號', en: 'Number' },
    cell: (order) => <OrderLink at="/payouts" order={order} />,
  },
  amountColumn,
  { name: { zh: '狀態', en: 'State' }, cell: (order) => <PayoutState order={order} /> },
  {
    name: { zh: '收款人', en: 'Payee' },
    cell: (order) => <Member name={order.payee_name} last5={order.last5} />,
  },
  ...lastColumns,
]

function Member({ name, last5 }: { name: string; last5: string }) {
  return (
    <span>
      <Foreign text={name} />{' '}
      <small>
        <LastFive of={last5} />
      </small>
    </span>
  )
}
