import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { secondsToTaipei, taipeiToSeconds } from '../../../units/taipei-time.ts'
import { useDesk } from '../desk.ts'
import { type Column, List } from '../parts/list.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Fact, Facts, Money } from '../parts/values.tsx'

type Hours = AnswerOf<'overviewHours'>
type Hour = Hours['hours'][number]

/** The collections of the last day by the hour of their creation: a bar for each hour, and a table of the same. */
export function HoursChart({ hours, isTest }: Hours & { isTest: boolean }) {
  const { say } = useDesk()
  const created = sumOf(hours, 'created')
  const settled = sumOf(hours, 'settled')
  return (
    <section class="card" id="hours">
      <h2>
        {say({ zh: '近 24 小時的代收', en: 'Collections of the last 24 hours' })}{' '}
        <TestBadge of={{ test: isTest }} />
      </h2>
      {hours.every((hour) => hour.is_complete) ? null : (
        <p class="quiet-text">
          {say({
            zh: '有 + 的小時訂單較多，只計入一部分。',
            en: 'An hour with a + has more orders than are counted.',
          })}
        </p>
      )}
      <Facts>
        <Fact name={{ zh: '建立', en: 'Created' }}>{created.toLocaleString('en-US')}</Fact>
        <Fact name={{ zh: '其中已入帳', en: 'Settled of these' }}>
          {settled.toLocaleString('en-US')}
          {created === 0 ? null : ` (${Math.floor((settled * 100) / created)}%)`}
        </Fact>
        <Fact name={{ zh: '入帳金額', en: 'Paid' }}>
          <Money dollars={sumOf(hours, 'paid_amount')} />
        </Fact>
      </Facts>
      {created === 0 ? null : <Bars hours={hours} />}
      <details>
        <summary>{say({ zh: '以表格顯示', en: 'The same as a table' })}</summary>
        <List
          id="hours-table"
          caption={{ zh: '各小時的代收', en: 'Collections by hour' }}
          items={hours.toReversed()}
          keyOf={({ from }) => from.slice(11, 13)}
          columns={columnsOf(isTest)}
          empty={{ zh: '沒有可計入的小時。', en: 'No hour can be counted.' }}
        />
      </details>
    </section>
  )
}

function columnsOf(isTest: boolean): readonly Column<Hour>[] {
  return [
    {
      name: { zh: '小時', en: 'Hour' },
      cell: (hour) => <a href={`/collections?${spanOf(hour, isTest)}`}>{hourText(hour)}</a>,
    },
    ...counts,
  ]
}

const counts: readonly Column<Hour>[] = [
  {
    name: { zh: '建立', en: 'Created' },
    isAmount: true,
    cell: (hour) => `${hour.created}${hour.is_complete ? '' : '+'}`,
  },
  { name: { zh: '已入帳', en: 'Settled' }, isAmount: true, cell: ({ settled }) => settled },
  {
    name: { zh: '入帳金額', en: 'Paid' },
    isAmount: true,
    cell: ({ paid_amount: paid }) => <Money dollars={paid} />,
  },
]

// The widths are those of a drawing that is stretched to its place: a bar and the gap beside it.
const [slot, bar, height] = [20, 14, 100]

function Bars({ hours }: { hours: readonly Hour[] }) {
  const { say } = useDesk()
  const most = Math.max(...hours.map(({ created }) => created))
  const sizeOf = (count: number) => Math.round((count / most) * height * 10) / 10
  const label = say({
    zh: `每小時建立與已入帳的代收，最多 ${most} 筆。數字見下方表格。`,
    en: `Collections created and settled by hour, at most ${most}; the table below has the figures.`,
  })
  return (
    <>
      <p class="legend">
        <span class="settled">{say({ zh: '已入帳', en: 'Settled' })}</span>
        <span class="unsettled">{say({ zh: '未入帳', en: 'Not settled' })}</span>
        <span>{say({ zh: `單一小時最多 ${most} 筆`, en: `At most ${most} in an hour` })}</span>
      </p>
      <svg
        class="hours"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${hours.length * slot} ${height}`}
        preserveAspectRatio="none"
      >
        {hours.map((hour, n) => {
          const [all, paid] = [sizeOf(hour.created), sizeOf(hour.settled)]
          const place = { x: n * slot + (slot - bar) / 2, width: bar }
          return (
            <g>
              <title>{`${hourText(hour)} · ${hour.settled} / ${hour.created}`}</title>
              <rect class="unsettled" {...place} y={height - all} height={all - paid} />
              <rect class="settled" {...place} y={height - paid} height={paid} />
            </g>
          )
        })}
      </svg>
      <p class="hour-names" aria-hidden="true">
        {hours
          .filter((_, n) => n % 6 === hours.length % 6)
          .map((hour) => (
            <span>{hourText(hour).slice(-5)}</span>
          ))}
        <span>{say({ zh: '現在', en: 'now' })}</span>
      </p>
    </>
  )
}

function sumOf(hours: readonly Hour[], of: 'created' | 'settled' | 'paid_amount'): number {
  return hours.reduce((total, hour) => total + hour[of], 0)
}

// `11/22 14:00`
function hourText({ from }: Hour): string {
  return from.slice(5, 16).replace('-', '/')
}

function spanOf({ from }: Hour, isTest: boolean): string {
  const next = secondsToTaipei((taipeiToSeconds(from) ?? 0) + 3_600)
  return new URLSearchParams({ from, to: next, ...(isTest ? { test: 'only' } : {}) }).toString()
}
