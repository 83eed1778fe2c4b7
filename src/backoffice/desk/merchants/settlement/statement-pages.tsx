import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { bucketLabels } from '../../labels/merchant-labels.ts'
import type { PageContent } from '../../page.ts'
import type { Column } from '../../parts/list.tsx'
import { listPage, type RowOf } from '../../parts/list-page.tsx'
import { TestBadge, TestFigures } from '../../parts/test-badge.tsx'
import { Fact, Facts, Money, OutsideText, Time, Translated } from '../../parts/values.tsx'
import { merchantPath } from '../merchant-path.ts'

type Statement = RowOf<'listMerchantStatements'>
type Sum = (typeof sums)[number][0]

const sums = [
  ['collections', { zh: '代收，扣除沖正', en: 'Collections less reversals' }],
  ['payouts', { zh: '代付', en: 'Payouts' }],
  ['returned', { zh: '退回的代付與提領', en: 'Payouts and withdrawals that came back' }],
  ['withdrawn', { zh: '提領', en: 'Withdrawals' }],
  ['corrections', { zh: '調整', en: 'Corrections' }],
  ['fees', { zh: '手續費', en: 'Fees' }],
] as const

const openPeriod: Meaning = { zh: '進行中', en: 'Open' }

const totalOf = ({ available, frozen, unconfirmed }: Statement['opening']) =>
  (Math.round(available * 100) + Math.round(frozen * 100) + Math.round(unconfirmed * 100)) / 100

const addressOf = (uid: string, number: number) => merchantPath(uid, `/statements/${number}`)

function amount(
  name: Meaning,
  amountOf: (row: Statement) => number,
  onPhone?: 'end' | 'below',
): Column<Statement> {
  return {
    name,
    isAmount: true,
    isNamed: onPhone === 'below',
    ...(onPhone === undefined ? {} : { onPhone }),
    cell: (row) => <Money dollars={amountOf(row)} />,
  }
}

const sumColumn = (name: Sum, called: Meaning, onPhone?: 'below') =>
  amount(called, (row) => row[name], onPhone)

/** A merchant's statements, newest first: each withdrawal closes one. */
export const statementList = listPage({
  path: '/merchants/:uid/statements',
  call: 'listMerchantStatements',
  title: ({ path: { uid } }) => ({ zh: `${uid} 的結算單`, en: `Statements of ${uid}` }),
  related: (desk) => desk.ask('showMerchant', { path: desk.path }),
  above: ({ desk, related: merchant }) => (
    <>
      <p class="links">
        <a href={merchantPath(desk.path.uid ?? '')}>
          {desk.say({ zh: '回到商戶', en: 'Back to the merchant' })}
        </a>
      </p>
      {merchant.ok && merchant.value.test ? <TestFigures /> : null}
    </>
  ),
  id: 'merchant-statements',
  caption: { zh: '結算單', en: 'Statements' },
  keyOf: ({ number }) => number,
  empty: { zh: '還沒有結算單。', en: 'No statements yet.' },
  columns: [
    {
      name: { zh: '期', en: 'Number' },
      cell: ({ number }, { say, path: { uid = '' } }) => (
        <a href={addressOf(uid, number)}>
          {say({ zh: `第 ${number} 期`, en: `Number ${number}` })}
        </a>
      ),
    },
    {
      name: { zh: '結帳', en: 'Closed' },
      onPhone: 'state',
      cell: ({ closed_at: at }, { say }) =>
        at === null ? say(openPeriod) : <Time at={at} brief />,
    },
    amount({ zh: '期初', en: 'Opening' }, ({ opening }) => totalOf(opening)),
    sumColumn('collections', { zh: '代收', en: 'Collections' }, 'below'),
    sumColumn('payouts', { zh: '代付', en: 'Payouts' }),
    sumColumn('returned', { zh: '退回', en: 'Returned' }),
    sumColumn('withdrawn', { zh: '提領', en: 'Withdrawn' }),
    sumColumn('corrections', { zh: '調整', en: 'Corrections' }),
    sumColumn('fees', { zh: '手續費', en: 'Fees' }),
    amount({ zh: '期末', en: 'Closing' }, ({ closing }) => totalOf(closing), 'end'),
  ],
})

/** One statement, as a sheet that is printed on A4. */
export async function drawStatement(desk: Desk): Promise<PageContent> {
  const { uid = '', number = '' } = desk.path
  const [statement, merchant] = await Promise.all([
    desk.need('showMerchantStatement', { path: { uid, number } }),
    desk.need('showMerchant', { path: { uid } }),
  ])
  return {
    title: desk.say({ zh: `${uid} 第 ${number} 期結算單`, en: `Statement ${number} of ${uid}` }),
    main: (
      <>
        <StatementLinks uid={uid} number={statement.number} />
        <section class="card sheet statement">
          <StatementFacts statement={statement} merchant={merchant} />
          <Sums statement={statement} />
        </section>
      </>
    ),
  }
}

function StatementLinks({ uid, number }: { uid: string; number: number }) {
  const { say } = useDesk()
  return (
    <p class="links">
      <a href={merchantPath(uid, '/statements')}>
        {say({ zh: '所有結算單', en: 'All statements' })}
      </a>
      {number > 1 ? (
        <a href={addressOf(uid, number - 1)}>{say({ zh: '前一期', en: 'The one before' })}</a>
      ) : null}
      <a href={`/api${addressOf(uid, number)}.csv`}>
        {say({ zh: '下載 CSV 明細', en: 'Download its entries as CSV' })}
      </a>
    </p>
  )
}

type AboutProps = { statement: Statement; merchant: AnswerOf<'showMerchant'> }

function StatementFacts({ statement, merchant }: AboutProps) {
  const { opened_at: openedAt, closed_at: closedAt, withdrawal } = statement
  return (
    <Facts>
      <Fact name={{ zh: '商戶', en: 'Merchant' }}>
        <OutsideText text={merchant.name} /> <TestBadge record={merchant} />
      </Fact>
      <Fact name={{ zh: '起始', en: 'Opened' }} at={openedAt} />
      <Fact name={{ zh: '結帳', en: 'Closed' }}>
        {closedAt === null ? <Translated text={openPeriod} /> : <Time at={closedAt} />}
      </Fact>
      {withdrawal === null ? null : (
        <Fact name={{ zh: '提領', en: 'Withdrawal' }} text={withdrawal} />
      )}
    </Facts>
  )
}

function Sums({ statement }: { statement: Statement }) {
  const { say } = useDesk()
  return (
    <table class="sums">
      <caption>{say({ zh: '新臺幣', en: 'TWD' })}</caption>
      <tbody>
        <BalanceRows name={{ zh: '期初', en: 'Opening' }} stood={statement.opening} />
        {sums.map(([name, called]) => (
          <tr>
            <th scope="row">{say(called)}</th>
            <td>
              <Money dollars={statement[name]} />
            </td>
          </tr>
        ))}
        <BalanceRows name={{ zh: '期末', en: 'Closing' }} stood={statement.closing} />
      </tbody>
    </table>
  )
}

const buckets = ['available', 'frozen', 'unconfirmed'] as const

function BalanceRows({ name, stood }: { name: Meaning; stood: Statement['opening'] }) {
  const { say } = useDesk()
  return (
    <>
      <tr class="stood">
        <th scope="row">{say(name)}</th>
        <td>
          <Money dollars={totalOf(stood)} />
        </td>
      </tr>
      {buckets.map((bucket) => (
        <tr class="of-bucket">
          <th scope="row">{say(bucketLabels[bucket])}</th>
          <td>
            <Money dollars={stood[bucket]} />
          </td>
        </tr>
      ))}
    </>
  )
}
