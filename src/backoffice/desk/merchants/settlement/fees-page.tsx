import type { Meaning } from '../../../../units/language.ts'
import { type Filter, testFilter } from '../../parts/filters.tsx'
import { type Column, FileLink } from '../../parts/list.tsx'
import { listPage, type RowOf } from '../../parts/list-page.tsx'
import { Money, OutsideText } from '../../parts/values.tsx'
import { viewsOf } from '../../parts/views.tsx'
import { CalendarDay } from '../merchant-list.tsx'
import { merchantPath } from '../merchant-path.ts'

type Row = RowOf<'listFees'>

const filters: readonly Filter[] = [
  { name: 'merchant_uid', label: { zh: '商戶', en: 'Merchant' }, list: 'merchants' },
  { name: 'from', label: { zh: '日期起', en: 'From' }, type: 'date' },
  { name: 'to', label: { zh: '日期迄（含）', en: 'To, inclusive' }, type: 'date' },
]

function sum(name: Meaning, amountOf: (row: Row) => number): Column<Row> {
  return {
    name,
    isAmount: true,
    isNamed: true,
    onPhone: 'below',
    cell: (row) => (amountOf(row) === 0 ? '' : <Money dollars={amountOf(row)} />),
  }
}

/** The platform's earnings by merchant and day; of this month by default. */
export const feesPage = listPage({
  path: '/fees',
  call: 'listFees',
  title: { zh: '手續費收入', en: 'Fees earned' },
  filters,
  views: viewsOf(testFilter),
  links: ({ query }) => <FileLink call="exportFees" path="/fees" query={query} />,
  between: ({ desk, query }) =>
    query.from === undefined && query.to === undefined ? (
      <p class="quiet-text">
        {desk.say({
          zh: '本月各商戶每日的收入；一次最多 92 日。沒有收入的日子不列出。',
          en: 'This month, by merchant and day; at most 92 days. Days without income are not listed.',
        })}
      </p>
    ) : null,
  id: 'fees',
  caption: { zh: '每日收入', en: 'Income by day' },
  keyOf: ({ uid, day }) => `${uid}-${day}`,
  empty: { zh: '這段期間沒有手續費收入。', en: 'Nothing was earned in these days.' },
  columns: [
    {
      name: { zh: '商戶', en: 'Merchant' },
      cell: ({ uid }) => (
        <a href={merchantPath(uid)}>
          <OutsideText text={uid} />
        </a>
      ),
    },
    {
      name: { zh: '日期', en: 'Day' },
      onPhone: 'state',
      cell: ({ day }) => <CalendarDay at={day} />,
    },
    sum({ zh: '代收', en: 'Collections' }, ({ collections }) => collections),
    sum({ zh: '代付', en: 'Payouts' }, ({ payouts }) => payouts),
    sum({ zh: '提領', en: 'Withdrawals' }, ({ withdrawals }) => withdrawals),
    sum({ zh: '調整', en: 'Corrections' }, ({ corrections }) => corrections),
    {
      name: { zh: '合計', en: 'In all' },
      isAmount: true,
      onPhone: 'end',
      cell: ({ total }) => <Money dollars={total} />,
    },
  ],
})
