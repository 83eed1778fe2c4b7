import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { ActForm } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'
import { Badge, Card, Time } from '../parts/values.tsx'

type Books = AnswerOf<'showBooks'>
type DatabaseCheck = Books['databases'][number]
type Difference = Books['items'][number]
type Phase = NonNullable<DatabaseCheck['pass']>['phase']

/** The daily check of the books: its progress in each database, and the open differences. */
export function BooksSection({ databases, items }: Books) {
  const { say, may } = useDesk()
  return (
    <Card title={{ zh: '帳目檢查', en: 'Check of the books' }} look="spaced" id="books">
      <p class="hint">
        {say({
          zh: '每日逐筆比對訂單、事件、分錄與餘額。',
          en: 'Each day orders, their events and entries, and the balances are compared row by row.',
        })}
      </p>
      <List
        id="checked"
        caption={{ zh: '各資料庫的檢查', en: 'The check by database' }}
        items={databases}
        keyOf={({ database }) => `books-${database}`}
        columns={checkedColumns}
      />
      {items.length === 0 ? null : (
        <List
          id="differences"
          caption={{ zh: '不符之處', en: 'What does not agree' }}
          items={items}
          keyOf={({ record, subject, field }) => `${record}-${subject}-${field}`}
          columns={differenceColumns}
        />
      )}
      {may('checkBooks') ? (
        <ActForm
          id="check-books"
          call="checkBooks"
          button={{ zh: '立即檢查', en: 'Check them now' }}
          tone="quiet"
        />
      ) : null}
    </Card>
  )
}

const phaseLabels: Readonly<Record<Phase, Meaning>> = {
  orders: { zh: '檢查訂單中', en: 'Checks orders' },
  adjustments: { zh: '檢查調整中', en: 'Checks adjustments' },
  transactions: { zh: '檢查銀行交易中', en: 'Checks bank transactions' },
  entries: { zh: '加總分錄中', en: 'Adds up entries' },
  tallies: { zh: '加總訂單中', en: 'Adds up orders' },
  done: { zh: '已完成', en: 'Done' },
}

const checkedColumns: readonly Column<DatabaseCheck>[] = [
  {
    name: { zh: '資料庫', en: 'Database' },
    cell: ({ database }, { say }) => say(databaseName(database)),
  },
  { name: { zh: '最近完成', en: 'Last through' }, cell: ({ finished_at: at }) => <Time at={at} /> },
  {
    name: { zh: '進度', en: 'Now' },
    cell: ({ answers, pass }, { say }) =>
      answers ? (
        <span>
          {say(pass === null ? { zh: '尚未開始', en: 'Not begun' } : phaseLabels[pass.phase])}
        </span>
      ) : (
        <Badge tone="care">{say({ zh: '資料庫未回應', en: 'No answer' })}</Badge>
      ),
  },
  {
    name: { zh: '已檢查訂單', en: 'Orders checked' },
    cell: ({ pass }) => pass?.orders.toLocaleString('en') ?? '–',
  },
  { name: { zh: '不符', en: 'Differences' }, cell: (one) => <Differences database={one} /> },
]

function Differences({ database: { differences: count } }: { database: DatabaseCheck }) {
  if (count === null) return <span>–</span>
  return <span>{count === 0 ? '0' : <Badge tone="wrong">{count}</Badge>}</span>
}

const differenceColumns: readonly Column<Difference>[] = [
  {
    name: { zh: '哪一列', en: 'Row' },
    cell: ({ record, subject }) => (
      <span>
        {record} {subject}
      </span>
    ),
  },
  { name: { zh: '欄位', en: 'Field' }, cell: ({ field }) => field },
  { name: { zh: '所記', en: 'Says' }, cell: ({ found }) => found || '–' },
  { name: { zh: '應為', en: 'Should be' }, cell: ({ expected }) => expected || '–' },
  {
    name: { zh: '首次發現', en: 'First seen' },
    cell: ({ first_seen: at }) => <Time at={at} brief />,
  },
]

/** A database by its number: on a phone the column's name is not shown. */
export function databaseName(number: number): Meaning {
  return { zh: `資料庫 ${number}`, en: `Database ${number}` }
}
