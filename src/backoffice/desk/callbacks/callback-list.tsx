import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { outcomes } from '../../../contract/callbacks/callback-states.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Desk } from '../desk.ts'
import { outcomeLabels } from '../labels/order-labels.ts'
import type { Drawn } from '../page.ts'
import { type Filter, Filters, listQuery, testFilter } from '../parts/filters.tsx'
import { type Column, List, Pager } from '../parts/list.tsx'
import { type Tab, Tabs } from '../parts/tabs.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Ago, Foreign, Until } from '../parts/values.tsx'
import { BulkForms } from './bulk-forms.tsx'
import { OutcomeBadge, Server, StateBadge } from './delivery-values.tsx'

const filters: readonly Filter[] = [
  { name: 'merchant_uid', label: { zh: '商戶代號', en: 'Merchant' } },
  {
    name: 'outcome',
    label: { zh: '最近一次結果', en: 'Last outcome' },
    options: outcomes.map((one) => [one, outcomeLabels[one]] as const),
  },
  { name: 'from', label: { zh: '訂單建立日起', en: 'Order created from' }, type: 'date' },
  { name: 'to', label: { zh: '訂單建立日早於', en: 'Order created before' }, type: 'date' },
  testFilter,
]

// Each with the filters that it stands for.
const views: readonly (readonly [Meaning, Readonly<Record<string, string>>])[] = [
  [{ zh: '全部', en: 'All' }, {}],
  [{ zh: '待送', en: 'Due' }, { state: 'due' }],
  [
    { zh: '送不出去', en: 'In trouble' },
    { state: 'due', failing: 'true' },
  ],
  [{ zh: '擱置', en: 'Parked' }, { state: 'parked' }],
  [{ zh: '已放棄', en: 'Given up' }, { state: 'given_up' }],
  [{ zh: '已送達', en: 'Delivered' }, { state: 'delivered' }],
]

// A tab sets its own filters; the others stay.
function tabsOf({ query }: Desk): readonly Tab[] {
  const others = filters.flatMap(({ name }) =>
    (query[name] ?? '') === '' ? [] : [[name, query[name] ?? '']],
  )
  return views.map(([name, own]) => {
    const all = new URLSearchParams([...others, ...Object.entries(own)]).toString()
    const isCurrent = kept.every((one) => (query[one.name] ?? '') === (own[one.name] ?? ''))
    return { name, isCurrent, to: all === '' ? '/callbacks' : `/callbacks?${all}` }
  })
}

// The tab's filters are no fields: they are kept as they are.
const kept: readonly Filter[] = [
  { name: 'state', label: { zh: '狀態', en: 'State' } },
  { name: 'failing', label: { zh: '送不出去', en: 'In trouble' } },
]

/** All that the list of callbacks is narrowed by. */
export const callbackFilters: readonly Filter[] = [...filters, ...kept]

/** Callbacks, by how their delivery stands. */
export async function drawCallbacks(desk: Desk): Promise<Drawn> {
  const { say, query } = desk
  const asked = listQuery(desk, callbackFilters)
  const page = await desk.need('listCallbacks', { query: asked })
  return {
    title: say({ zh: '通知', en: 'Callbacks' }),
    ...(query.state === undefined || query.state === 'delivered' ? {} : { refreshSeconds: 15 }),
    main: (
      <>
        <Tabs label={{ zh: '通知的狀態', en: 'How they stand' }} tabs={tabsOf(desk)} />
        <Filters filters={filters}>
          {kept.map(({ name }) =>
            (query[name] ?? '') === '' ? null : (
              <input type="hidden" name={name} value={query[name]} />
            ),
          )}
        </Filters>
        <p class="buttons">
          <a href="/receivers">{say({ zh: '接收端的狀況', en: 'How receivers fare' })}</a>
          {desk.may('testCallback') ? (
            <a href="/callbacks/test">{say({ zh: '送出測試通知', en: 'Send a test callback' })}</a>
          ) : null}
        </p>
        <BulkForms page={page} asked={asked} />
        <List
          id="callbacks"
          caption={{ zh: '通知', en: 'Callbacks' }}
          items={page.items}
          keyOf={({ callback_id: id }) => id}
          columns={columns()}
          empty={{ zh: '沒有符合條件的通知。', en: 'No callback fits.' }}
        />
        <Pager next={page.next_cursor} />
      </>
    ),
  }
}

type Callback = AnswerOf<'listCallbacks'>['items'][number]

function columns(): readonly Column<Callback>[] {
  return [
    {
      name: { zh: '訂單', en: 'Order' },
      cell: (one) => (
        <a href={`/callbacks/${one.callback_id}`}>
          <code>{one.trade_no}</code>
        </a>
      ),
    },
    {
      name: { zh: '商戶與接收端', en: 'Merchant, receiver' },
      cell: (one) => (
        <span class="stacked">
          <Foreign text={one.merchant_uid} />
          <TestBadge of={one} />
          <small>
            <Server url={one.url} />
          </small>
        </span>
      ),
    },
    {
      name: { zh: '狀態', en: 'State' },
      cell: (one) => <StateBadge state={one.state} last={one.last_outcome} />,
    },
    { name: { zh: '次數', en: 'Attempts' }, cell: (one) => one.attempts, isAmount: true },
    { name: { zh: '最近一次', en: 'Last attempt' }, cell: (one) => <LastAttempt of={one} /> },
    {
      name: { zh: '下次嘗試', en: 'Next attempt' },
      cell: (one) => <Until at={one.next_attempt_at} />,
    },
  ]
}

function LastAttempt({ of: { last_outcome: outcome, ...one } }: { of: Callback }) {
  if (outcome === null) return <>—</>
  return (
    <span class="stacked">
      <span>
        <OutcomeBadge outcome={outcome} status={one.last_http_status} />
      </span>
      <small>
        <Ago at={one.last_attempt_at} />
      </small>
    </span>
  )
}
