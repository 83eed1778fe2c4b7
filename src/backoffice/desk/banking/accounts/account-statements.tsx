import type { DayCoverage } from '../../../../contract/back-office/states.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { weekdayLabels } from '../../labels/statement-labels.ts'
import { List } from '../../parts/list.tsx'
import { Fact, Facts, Money } from '../../parts/values.tsx'
import { type ImportRow, importColumns, importRows } from '../statements/import-table.tsx'

type Statements = AnswerOf<'showStatements'>

type AccountStatementsProps = {
  readonly accountId: number
  readonly statements: Statements
  readonly imports: readonly ImportRow[]
}

/** The days of an account that statements cover, and its newest imports. */
export function AccountStatements({ accountId, statements, imports }: AccountStatementsProps) {
  const { say } = useDesk()
  return (
    <section class="part" aria-labelledby="covered">
      <h2 id="covered">{say({ zh: '對帳單', en: 'Statements' })}</h2>
      <div class="coverage">
        <section class="card" aria-labelledby="days">
          <h3 id="days">
            {say({
              zh: '對帳單涵蓋的日期，近六週',
              en: 'Days that statements cover, of six weeks',
            })}
          </h3>
          <Calendar days={statements.days} />
        </section>
        <div class="part">
          <h3 id="imports-of-account">{say({ zh: '最近的匯入', en: 'Latest imports' })}</h3>
          <List {...importRows} items={imports} columns={importColumns} />
          <p class="buttons">
            <a href={`/bank-accounts/${accountId}/imports`}>
              {say({ zh: '全部匯入', en: 'All imports' })}
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}

/** The balance of the last statement, and the one expected now. */
export function BalanceCard({ statements }: { statements: Statements }) {
  const { say } = useDesk()
  return (
    <section class="card" aria-labelledby="balance">
      <h2 id="balance">{say({ zh: '餘額', en: 'Balance' })}</h2>
      <Balance statements={statements} />
    </section>
  )
}

function Balance({ statements }: { statements: Statements }) {
  const { say } = useDesk()
  const { covered_to: coveredTo, balance, later, expected } = statements
  if (coveredTo === null) {
    return <p>{say({ zh: '還沒有匯入任何對帳單。', en: 'No statement was imported yet.' })}</p>
  }
  const unknown = say({ zh: '對帳單沒有餘額', en: 'its statement has no balances' })
  const count = `${later.count}${later.more ? '+' : ''}`
  return (
    <Facts>
      <Fact name={{ zh: '對帳單涵蓋至', en: 'Covered to' }}>{coveredTo.replaceAll('-', '/')}</Fact>
      <Fact name={{ zh: '對帳單餘額', en: 'By the last statement' }}>
        {balance === null ? unknown : <Money dollars={balance} />}
      </Fact>
      <Fact name={{ zh: '預期目前餘額', en: 'Expected now' }}>
        {expected === null ? (
          balance === null ? (
            unknown
          ) : (
            say({
              zh: '未知：之後的日子有讀不懂的行',
              en: 'not known: a line of a later day could not be read',
            })
          )
        ) : (
          <b>
            <Money dollars={expected} />
          </b>
        )}
      </Fact>
      <Fact name={{ zh: '差額（尚無對帳單）', en: 'Difference, on no statement yet' }}>
        <Money dollars={later.amount} />{' '}
        <small>
          {say({ zh: `${count} 筆`, en: later.count === 1 ? '1 line' : `${count} lines` })}
        </small>
      </Fact>
    </Facts>
  )
}

// The last week may not be over.
function Calendar({ days }: { days: Statements['days'] }) {
  const { say } = useDesk()
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => {
    return Array.from({ length: 7 }, (_, place) => days[week * 7 + place])
  })
  const isUsed = (state: DayCoverage) => days.some((one) => one.state === state)
  return (
    <>
      <table class="calendar" aria-labelledby="days">
        <thead>
          <tr>
            {weekdayLabels.map((label) => (
              <th scope="col">{say(label)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr>
              {week.map((one, place) =>
                one === undefined ? <td /> : <CoverageDay covered={one} withMonth={place === 0} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="day-marks">
        {(['covered', 'quiet', 'missing'] as const).filter(isUsed).map((state) => (
          <li class={state}>
            <span class="mark" aria-hidden="true" /> {say(coverageLabels[state])}
          </li>
        ))}
      </ul>
    </>
  )
}

type CoverageProps = { covered: Statements['days'][number]; withMonth: boolean }

function CoverageDay({ covered: { day, state }, withMonth }: CoverageProps) {
  const { say } = useDesk()
  const [, month = '', date = ''] = day.split('-').map((part) => String(Number(part)))
  return (
    <td class={state}>
      <time datetime={day}>{withMonth || date === '1' ? `${month}/${date}` : date}</time>{' '}
      {state === 'open' ? null : (
        <span class="mark" role="img" aria-label={say(coverageLabels[state])} />
      )}
    </td>
  )
}

const coverageLabels: Readonly<Record<DayCoverage, Meaning>> = {
  covered: { zh: '已涵蓋', en: 'Covered' },
  quiet: { zh: '當日沒有交易', en: 'Nothing was booked' },
  missing: { zh: '缺少', en: 'Missing' },
  open: { zh: '未涵蓋', en: 'Not covered' },
}
