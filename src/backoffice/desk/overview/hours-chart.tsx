import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { secondsToTaipei, taipeiToSeconds } from '../../../units/taipei-time.ts'
import { useDesk } from '../desk.ts'
import { type Column, List } from '../parts/list.tsx'
import { TestBadge } from '../parts/test-badge.tsx'
import { Fact, Facts, Money } from '../parts/values.tsx'

type Hours = AnswerOf<'overviewHours'>['hours']
type Hour = Hours[number]
type HourOutcome = NonNullable<Hour['followed']>

/** The last day by hour: a bar for each hour of collections and payouts, how long members waited, and a table. */
export function HoursChart({ hours, isTest }: { hours: Hours; isTest: boolean }) {
  const { say } = useDesk()
  return (
    <section class="card" id="hours">
      <h2>
        {say({ zh: '近 24 小時', en: 'The last 24 hours' })} <TestBadge record={{ test: isTest }} />
      </h2>
      <WaitFacts hours={hours} />
      <Bars
        hours={hours}
        name={{ zh: '代收', en: 'Collections' }}
        done={{ zh: '已入帳', en: 'Settled' }}
        countsOf={({ happened }) => [
          happened?.collections.created ?? 0,
          happened?.collections.settled ?? 0,
        ]}
      />
      <Bars
        hours={hours}
        name={{ zh: '代付', en: 'Payouts' }}
        done={{ zh: '已出款', en: 'Paid' }}
        countsOf={({ happened }) => [happened?.payouts.created ?? 0, happened?.payouts.paid ?? 0]}
      />
      <p class="hint">
        {say({
          zh: '商戶自行申報的代收款項於申報時即計入入帳，不等確認；退回或沖正時扣除。',
          en:
            'Money that merchants declare themselves counts as settled when it is declared, not when it is ' +
            'confirmed; rejecting or reversing takes it out.',
        })}
      </p>
      <details>
        <summary>{say({ zh: '以表格顯示', en: 'The same as a table' })}</summary>
        <List
          id="hours-table"
          caption={{ zh: '各小時的代收與代付', en: 'Collections and payouts by hour' }}
          items={hours.toReversed()}
          keyOf={({ from }) => from.slice(11, 13)}
          columns={columnsOf(isTest)}
          empty={{ zh: '沒有可計入的小時。', en: 'No hour can be counted.' }}
        />
      </details>
    </section>
  )
}

// The waiting times of the last hour with an outcome, and the success rate of all hours.
function WaitFacts({ hours }: { hours: Hours }) {
  const { say } = useDesk()
  const known = hours.filter(({ followed }) => followed !== null && followed.created > 0)
  const last = known.at(-1)
  if (last === undefined || last.followed === null) return null
  const sum = (name: 'created' | 'settled') =>
    known.reduce((total, { followed }) => total + (followed?.[name] ?? 0), 0)
  return (
    <>
      <Facts>
        <Fact name={{ zh: '入帳比率', en: 'Success' }}>
          {shareText(sum('settled'), sum('created'))}
        </Fact>
        <Fact name={{ zh: '等候帳戶', en: 'Wait for an account' }}>
          <Wait seconds={last.followed.seconds_to_account} />
        </Fact>
        <Fact name={{ zh: '等候入帳', en: 'Wait for settlement' }}>
          <Wait seconds={last.followed.seconds_to_settlement} />
        </Fact>
      </Facts>
      <p class="hint">
        {say({
          zh: `比率為各小時建立的代收在該小時結束三十分鐘後已入帳者。等候時間（中位數，最長）為 ${hourText(last)} 起一小時內建立者。`,
          en: `Success: settled thirty minutes after the hour. Waits (median, longest): of ${hourText(last)} on.`,
        })}
      </p>
    </>
  )
}

function Wait({ seconds: { median, longest } }: { seconds: HourOutcome['seconds_to_account'] }) {
  const { say } = useDesk()
  if (median === null || longest === null) return <>—</>
  return (
    <span class="sum">
      {say(lengthOf(median))}
      {say({ zh: '，最長 ', en: ', longest ' })}
      {say(lengthOf(longest))}
    </span>
  )
}

function lengthOf(seconds: number): Meaning {
  if (seconds < 60) return { zh: `${seconds} 秒`, en: `${seconds} s` }
  const minutes = Math.round(seconds / 60)
  return { zh: `${minutes} 分鐘`, en: `${minutes} min` }
}

function shareText(part: number, all: number): string {
  return all === 0 ? '—' : `${Math.floor((part * 100) / all)}%`
}

function columnsOf(isTest: boolean): readonly Column<Hour>[] {
  return [
    {
      name: { zh: '小時', en: 'Hour' },
      cell: (hour) => <a href={`/collections?${spanOf(hour, isTest)}`}>{hourText(hour)}</a>,
    },
    {
      name: { zh: '代收建立', en: 'Collections' },
      isAmount: true,
      cell: ({ happened }) => happened?.collections.created ?? '—',
    },
    {
      name: { zh: '入帳', en: 'Settled' },
      isAmount: true,
      cell: ({ happened }) => happened?.collections.settled ?? '—',
    },
    {
      name: { zh: '入帳金額', en: 'Amount' },
      isAmount: true,
      onPhone: 'end',
      cell: ({ happened }) =>
        happened === null ? '—' : <Money dollars={happened.collections.settled_amount} />,
    },
    {
      name: { zh: '入帳比率', en: 'Success' },
      isAmount: true,
      isNamed: true,
      onPhone: 'below',
      cell: ({ followed }) =>
        followed === null ? '—' : shareText(followed.settled, followed.created),
    },
    {
      name: { zh: '代付建立', en: 'Payouts' },
      isAmount: true,
      cell: ({ happened }) => happened?.payouts.created ?? '—',
    },
    {
      name: { zh: '出款', en: 'Paid' },
      isAmount: true,
      cell: ({ happened }) => happened?.payouts.paid ?? '—',
    },
    {
      name: { zh: '出款金額', en: 'Amount paid' },
      isAmount: true,
      isNamed: true,
      onPhone: 'state',
      cell: ({ happened }) =>
        happened === null ? '—' : <Money dollars={happened.payouts.paid_amount} />,
    },
  ]
}

// Widths in a drawing that is stretched to its place: a bar with the gap beside it, and the bar.
const [slot, bar, inner, height] = [20, 16, 8, 100]

type BarsProps = {
  readonly hours: Hours
  readonly name: Meaning
  readonly done: Meaning
  /** Created and done in an hour. */
  readonly countsOf: (hour: Hour) => readonly [number, number]
}

function Bars({ hours, name, done, countsOf }: BarsProps) {
  const { say } = useDesk()
  const most = Math.max(...hours.flatMap(countsOf))
  if (most === 0) return null
  const sizeOf = (count: number) => Math.max(0, Math.round((count / most) * height * 10) / 10)
  const label = say({
    zh: `每小時建立與${done.zh}的${name.zh}，最多 ${most} 筆。數字見下方表格。`,
    en: `${name.en} created and ${done.en.toLowerCase()} by hour, at most ${most}; the table below has the figures.`,
  })
  return (
    <>
      <p class="legend">
        <b>{say(name)}</b>
        <span class="unsettled">{say({ zh: '建立', en: 'Created' })}</span>
        <span class="settled">{say(done)}</span>
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
          const counts = countsOf(hour)
          const [created, ended] = [sizeOf(counts[0]), sizeOf(counts[1])]
          const middle = n * slot + slot / 2
          return (
            <g>
              <title>{`${hourText(hour)} · ${counts[1]} / ${counts[0]}`}</title>
              <rect
                class="unsettled"
                x={middle - bar / 2}
                width={bar}
                y={height - created}
                height={created}
              />
              <rect
                class="settled"
                x={middle - inner / 2}
                width={inner}
                y={height - ended}
                height={ended}
              />
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

// `11/22 14:00`
function hourText({ from }: Hour): string {
  return from.slice(5, 16).replace('-', '/')
}

function spanOf({ from }: Hour, isTest: boolean): string {
  const next = secondsToTaipei((taipeiToSeconds(from) ?? 0) + 3_600)
  return new URLSearchParams({ from, to: next, ...(isTest ? { test: 'only' } : {}) }).toString()
}
