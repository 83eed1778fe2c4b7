import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { TestBadge } from '../parts/test-badge.tsx'
import { Money } from '../parts/values.tsx'

type Hours = AnswerOf<'overviewHours'>
type DayFigures = NonNullable<Hours['today']['so_far']>

/** A figure of today, beside yesterday's and that of a week ago. */
type DayFigure = {
  readonly name: Meaning
  readonly list: '/collections' | '/payouts'
  readonly count: (figures: DayFigures) => number
  readonly amount?: (figures: DayFigures) => number
}

const dayFigures: readonly DayFigure[] = [
  {
    name: { zh: '代收入帳', en: 'Collections settled' },
    list: '/collections',
    count: ({ collections }) => collections.settled,
    amount: ({ collections }) => collections.settled_amount,
  },
  {
    name: { zh: '代收建立', en: 'Collections created' },
    list: '/collections',
    count: ({ collections }) => collections.created,
  },
  {
    name: { zh: '代付出款', en: 'Payouts paid' },
    list: '/payouts',
    count: ({ payouts }) => payouts.paid,
    amount: ({ payouts }) => payouts.paid_amount,
  },
  {
    name: { zh: '代付建立', en: 'Payouts created' },
    list: '/payouts',
    count: ({ payouts }) => payouts.created,
  },
]

/** Today's figures, large, with those of yesterday and of a week ago until the same hour, and of the whole day. */
export function DaySection({ hours, isTest }: { hours: Hours; isTest: boolean }) {
  const { say } = useDesk()
  const until = hours.so_far_until.slice(11, 16)
  return (
    <section class="card" id="day">
      <h2>
        {say({ zh: '今日', en: 'Today' })} <TestBadge record={{ test: isTest }} />
      </h2>
      <p class="hint">
        {say({
          zh: `昨日與上週同日：計至 ${until} / 全日。每分鐘更新。`,
          en: `Yesterday and a week ago: until ${until} / the whole day. Counted each minute.`,
        })}
      </p>
      <ul class="day-figures">
        {dayFigures.map((figure) => (
          <DayFigureCard figure={figure} hours={hours} isTest={isTest} />
        ))}
        <IncomeCard hours={hours} isTest={isTest} />
      </ul>
    </section>
  )
}

// What the platform has earned today, and this month.
function IncomeCard({ hours, isTest }: { hours: Hours; isTest: boolean }) {
  const { say } = useDesk()
  const { today, month } = hours
  const scope = isTest ? { test: 'only' } : {}
  const fees = (from: string) => `/fees?${new URLSearchParams({ from, ...scope })}`
  return (
    <li>
      <a href={fees(today.day)}>{say({ zh: '手續費收入', en: 'Fees earned' })}</a>
      <b class="sum">
        <EarnedFee dollars={today.so_far?.income} />
      </b>
      {daysBefore(hours).map(({ called, day }) => (
        <small>
          {say(called)} <EarnedFee dollars={day.so_far?.income} />
          {day.whole === null ? null : (
            <>
              {' / '}
              <EarnedFee dollars={day.whole.income} />
            </>
          )}
        </small>
      ))}
      <small>
        <a href={fees(month.from)}>{say({ zh: '本月', en: 'This month' })}</a>{' '}
        <EarnedFee dollars={month.income} />
      </small>
    </li>
  )
}

function daysBefore({ yesterday, week_ago: weekAgo }: Hours) {
  return [
    { called: { zh: '昨日', en: 'Yesterday' }, day: yesterday },
    { called: { zh: '上週', en: 'A week ago' }, day: weekAgo },
  ]
}

function EarnedFee({ dollars }: { dollars: number | null | undefined }) {
  return typeof dollars === 'number' ? <Money dollars={dollars} /> : <>—</>
}

type DayFigureCardProps = {
  readonly figure: DayFigure
  readonly hours: Hours
  readonly isTest: boolean
}

function DayFigureCard({
  figure: { name, list, count, amount },
  hours,
  isTest,
}: DayFigureCardProps) {
  const { say } = useDesk()
  const since = { from: `${hours.today.day} 00:00:00`, ...(isTest ? { test: 'only' } : {}) }
  return (
    <li>
      <a href={`${list}?${new URLSearchParams(since)}`}>{say(name)}</a>
      <b>{countOf(hours.today.so_far, count)}</b>
      {amount === undefined || hours.today.so_far === null ? null : (
        <Money dollars={amount(hours.today.so_far)} />
      )}
      {daysBefore(hours).map(({ called, day }) =>
        day.so_far === null && day.whole === null ? null : (
          <small>
            {say(called)} {countOf(day.so_far, count)} / {countOf(day.whole, count)}
          </small>
        ),
      )}
    </li>
  )
}

function countOf(figures: DayFigures | null, count: DayFigure['count']): string {
  return figures === null ? '—' : count(figures).toLocaleString('en-US')
}
