import type { StatementFormat } from '../../../../contract/back-office/banking/statement-format.ts'
import type { RefusedStatement } from '../../../../contract/refusals.ts'
import { useDesk } from '../../desk.ts'
import { type Column, List } from '../../parts/list.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { Money, OutsideText } from '../../parts/values.tsx'
import { type Account, accountName } from '../accounts/accounts.tsx'
import { FormatFacts } from '../accounts/format-fields.tsx'
import { BookingTime } from '../transactions/transaction-table.tsx'
import { ImportButton } from './import-button.tsx'
import { MissingLines } from './missing-lines.tsx'
import { ChainShown, Counts, type ImportPlan, Problems } from './statement-findings.tsx'

/** A statement that was read or refused, and its account. */
type StatementProps<Statement> = {
  readonly statement: Statement
  /** The id of the form that has its file. */
  readonly form: string
  readonly account: Account
  /** The account that its lines are of; null for none, or where it is not known. */
  readonly lookalike: Account | null
  readonly unread: UnreadFile | null
}

/** The beginning of a file without a readable line, and the format that its account expects. */
export type UnreadFile = { readonly start: string; readonly expected: StatementFormat | null }

/** The plan of an import, and the button that sends its form. */
export function PlanShown(props: StatementProps<ImportPlan>) {
  const { say } = useDesk()
  const { statement: plan, account, unread } = props
  if (unread !== null) return <NothingToImport plan={plan} unread={unread} />
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '預覽：尚未寫入', en: 'Preview: nothing is written yet' })}</h2>
      <Lookalike {...props} />
      <Counts counts={plan} sums={plan} />
      <ChainShown {...plan} />
      <NotCovered days={plan.not_covered} />
      <Problems problems={plan.problems} />
      <MissingLines plan={plan} account={account} />
      {plan.lines > 0 && plan.lines === plan.known ? (
        <p>
          {say({
            zh: '這個檔案的交易先前都已匯入。',
            en: 'All transactions of this file are stored already.',
          })}
        </p>
      ) : null}
      <ImportButton {...props} />
      <h3>{say({ zh: '前十行的解讀', en: 'The first ten lines as they are understood' })}</h3>
      <List
        id="first"
        caption={{ zh: '前十行的解讀', en: 'The first ten lines as they are understood' }}
        items={plan.first}
        keyOf={({ line }) => line}
        columns={lineColumns}
        empty={{ zh: '沒有可解讀的行。', en: 'No line is understood.' }}
      />
    </section>
  )
}

// Usually this is the wrong file, or another bank's format.
function NothingToImport({ plan, unread }: { plan: ImportPlan; unread: UnreadFile }) {
  const { start, expected } = unread
  const { say } = useDesk()
  const kind = fileKinds.find(([begins]) => start.startsWith(begins))?.[1]
  const [line = ''] = start.trim().split(/[\r\n]/, 1)
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '沒有可匯入的交易', en: 'No transactions in it' })}</h2>
      <p class="notice care" id="unread">
        {say({
          zh: '沒有一行符合此帳戶的對帳單格式，可能選錯了檔案。檔案開頭是：',
          en: "No line fits the account's format: it may be the wrong file. It begins with: ",
        })}
        {kind === undefined ? (
          <code>
            <OutsideText text={line.slice(0, lineShownMax)} />
          </code>
        ) : (
          say(kind)
        )}
      </p>
      <Problems problems={plan.problems} />
      <h3>{say({ zh: '此帳戶的檔案應為', en: 'What the file of this account has to be' })}</h3>
      {expected === null ? null : <FormatFacts format={expected} />}
    </section>
  )
}

const lineShownMax = 120

const fileKinds = [
  ['PK', { zh: 'Excel 活頁簿或壓縮檔，不是 CSV', en: 'a workbook or an archive, which is no CSV' }],
  ['%PDF', { zh: 'PDF 文件，不是 CSV', en: 'a PDF, which is no CSV' }],
] as const

/** Why a file was not imported, and which of its lines can be. */
export function RefusalShown(props: StatementProps<RefusedStatement>) {
  const { say } = useDesk()
  const { statement } = props
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '未匯入', en: 'Nothing was imported' })}</h2>
      <Lookalike {...props} />
      <ChainShown {...statement} />
      <Problems problems={statement.problems} />
      <ImportButton {...props} />
    </section>
  )
}

// Importing a file of another account is the most frequent mistake, and the most expensive one.
function Lookalike({ statement, lookalike }: StatementProps<ImportPlan | RefusedStatement>) {
  const { say } = useDesk()
  const id = statement.looks_like
  if (id === null) return null
  const name =
    lookalike === null ? say({ zh: '另一個帳戶', en: 'another account' }) : accountName(lookalike)
  return (
    <p class="warning" id="lookalike">
      {say({ zh: '這個檔案過半的行屬於：', en: 'Most lines of this file are of: ' })}
      <a href={`/bank-accounts/${id}`}>{name}</a>
      {say({
        zh: '。請先確認檔案沒有選錯帳戶。',
        en: '. Make sure first that it is not the file of that one.',
      })}
    </p>
  )
}

// Which days an import would not cover, and for which lines.
function NotCovered({ days }: { days: ImportPlan['not_covered'] }) {
  const { say } = useDesk()
  if (days.length === 0) return null
  const byLine = [...Map.groupBy(days, ({ line }) => line)].slice(0, notCoveredMax)
  return (
    <div class="notice care" id="not-covered">
      {byLine.map(([line, gaps]) => {
        const days = gaps.map(({ day }) => day.slice(5).replace('-', '/'))
        return (
          <p>
            {say({
              zh: `第 ${line} 行讀不懂：${days.join('、')} 不算涵蓋。`,
              en: `Line ${line} cannot be read: ${days.join(' and ')} does not count as covered.`,
            })}
          </p>
        )
      })}
    </div>
  )
}

const notCoveredMax = 10

const lineColumns: readonly Column<ImportPlan['first'][number]>[] = [
  { name: { zh: '行', en: 'Line' }, cell: ({ line }) => line },
  {
    name: { zh: '入帳時間', en: 'Booked' },
    cell: ({ booked_at }) => <BookingTime at={booked_at} />,
  },
  {
    name: { zh: '金額', en: 'Amount' },
    isAmount: true,
    cell: ({ amount }) => <Money dollars={amount} />,
  },
  {
    name: { zh: '餘額', en: 'Balance' },
    isAmount: true,
    cell: ({ balance_after: balance }) => (balance === null ? '—' : <Money dollars={balance} />),
  },
  {
    name: { zh: '對方', en: 'Other party' },
    cell: ({ counterparty_account: account, counterparty_name: name }) => (
      <OutsideText text={[name, account].filter((text) => text !== '').join(' ')} />
    ),
  },
  { name: { zh: '備註', en: 'Memo' }, cell: ({ memo }) => <LongText text={memo} /> },
]
