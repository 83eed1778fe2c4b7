import type { Child } from 'hono/jsx'
import type { StatementFormat } from '../../../../contract/back-office/banking/statement-format.ts'
import type { Chain } from '../../../../contract/back-office/states.ts'
import type { OtherAnswerOf } from '../../../../contract/back-office/table.ts'
import type { LineProblem, RefusedStatement } from '../../../../contract/refusals.ts'
import { useDesk } from '../../desk.ts'
import { chainLabels } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import {
  chainAdvice,
  dateExamples,
  statementProblemLabels,
  wantedCells,
} from '../../labels/statement-labels.ts'
import { type Column, List } from '../../parts/list.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { Badge, Fact, Facts, Foreign, Money, type Tone } from '../../parts/values.tsx'
import { type Account, accountName } from '../accounts/account-parts.tsx'
import { FormatFacts } from '../accounts/format-fields.tsx'
import { BookingTime } from '../transactions/transaction-table.tsx'
import { dayAfter } from './day-after.ts'

/** A statement that was read, or refused, and where it goes. */
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
export function PlanShown(shown: StatementProps<Plan>) {
  const { say } = useDesk()
  const { statement: plan, account, unread } = shown
  if (unread !== null) return <NothingToImport plan={plan} unread={unread} />
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '預覽：尚未寫入', en: 'Preview: nothing is written yet' })}</h2>
      <Lookalike {...shown} />
      <Counts counts={plan} sums={plan} />
      <ChainShown {...plan} />
      <NotCovered of={plan.not_covered} />
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
      <ImportButton {...shown} />
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
function NothingToImport({ plan, unread }: { plan: Plan; unread: UnreadFile }) {
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
            <Foreign text={line.slice(0, lineShownMax)} />
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
export function RefusalShown(shown: StatementProps<RefusedStatement>) {
  const { say } = useDesk()
  const { statement } = shown
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '未匯入', en: 'Nothing was imported' })}</h2>
      <Lookalike {...shown} />
      <ChainShown {...statement} />
      <Problems problems={statement.problems} />
      <ImportButton {...shown} />
    </section>
  )
}

// Importing a file of another account is the most frequent mistake, and the most expensive one.
function Lookalike({ statement, lookalike }: StatementProps<Plan | RefusedStatement>) {
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
function NotCovered({ of }: { of: Plan['not_covered'] }) {
  const { say } = useDesk()
  if (of.length === 0) return null
  const byLine = [...Map.groupBy(of, ({ line }) => line)].slice(0, notCoveredMax)
  return (
    <div class="notice care" id="not-covered">
      {byLine.map(([line, some]) => {
        const days = some.map(({ day }) => day.slice(5).replace('-', '/'))
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

// Lines of these days that feeds or people have reported and that the file lacks.
function MissingLines({ plan, account }: { plan: Plan; account: Account }) {
  const { say } = useDesk()
  const { count, first } = plan.missing
  if (count === 0 || plan.from === null || plan.to === null) return null
  const query = new URLSearchParams({
    bank_account: String(account.id),
    confirmed: 'false',
    from: plan.from,
    to: dayAfter(plan.to),
  }).toString()
  return (
    <>
      <h3>{say({ zh: `檔案中沒有的交易（${count}）`, en: `Not in the file (${count})` })}</h3>
      <p>
        {say({
          zh: '即時明細或人員登記過，但檔案中沒有。日子還沒過完的，之後的檔案會有；其餘請向銀行查證：',
          en:
            'A feed or a person has told these, and the file does not have them. Those of a day that is not over ' +
            'come in a later file; ask the bank about the others:',
        })}
      </p>
      <List
        id="missing"
        caption={{ zh: '檔案中沒有的交易', en: 'Not in the file' }}
        items={first}
        keyOf={({ id }) => id}
        columns={missingColumns}
      />
      {count > first.length ? (
        <p>
          <a href={`/bank-transactions?${query}`}>
            {say({ zh: `全部 ${count} 筆`, en: `All ${count} of them` })}
          </a>
        </p>
      ) : null}
    </>
  )
}

const missingColumns: readonly Column<Plan['missing']['first'][number]>[] = [
  {
    name: { zh: '入帳時間', en: 'Booked' },
    cell: ({ id, booked_at }) => (
      <a href={`/bank-transactions/${id}`}>
        <BookingTime at={booked_at} />
      </a>
    ),
  },
  {
    name: { zh: '金額', en: 'Amount' },
    isAmount: true,
    cell: ({ amount }) => <Money dollars={amount} />,
  },
  {
    name: { zh: '對方', en: 'Other party' },
    cell: ({ counterparty_name: name, counterparty_last5: last5 }) => (
      <Foreign text={[name, last5].filter((text) => text !== '').join(' ')} />
    ),
  },
]

type LineCounts = Pick<Plan, 'lines' | 'new' | 'known' | 'confirmed' | 'from' | 'to'>

/** How many lines a file has, how many are new, and the days that it covers. */
export function Counts({ counts, sums, children }: CountsProps) {
  const { say } = useDesk()
  const { lines, known, confirmed, from, to } = counts
  return (
    <Facts>
      <Fact name={{ zh: '期間', en: 'Days' }}>
        {from === null ? '—' : `${from} – ${to}`.replaceAll('-', '/')}
      </Fact>
      <Fact name={{ zh: '行數', en: 'Lines' }}>{lines}</Fact>
      <Fact name={{ zh: '新交易', en: 'New' }}>
        <b>{counts.new}</b>
        {sums === undefined || counts.new === 0 ? null : (
          <small>
            {' '}
            {say({ zh: '入', en: 'in' })} <Money dollars={sums.new_in} />{' '}
            {say({ zh: '出', en: 'out' })} <Money dollars={sums.new_out} />
          </small>
        )}
      </Fact>
      <Fact name={{ zh: '確認既有交易', en: 'Confirmed' }}>
        {confirmed}{' '}
        <small>
          {say({ zh: '即時明細或人員登記過的', en: 'told by a feed or a person before' })}
        </small>
      </Fact>
      <Fact name={{ zh: '先前已匯入', en: 'Imported before' }}>{known}</Fact>
      {children}
    </Facts>
  )
}

type CountsProps = {
  readonly counts: LineCounts
  /** The sums of the new lines. */
  readonly sums?: Pick<Plan, 'new_in' | 'new_out'>
  readonly children?: Child
}

/** How the balances follow one another, and what that means. */
export function ChainShown({ chain, broken_line: brokenLine = null, ...rest }: ChainProps) {
  const { say } = useDesk()
  // An unreadable line is not part of the chain of balances.
  if (chain === 'whole' && rest.problems?.length) {
    return (
      <p>
        <Badge tone="care">{say({ zh: '有讀不懂的行', en: 'Some lines cannot be read' })}</Badge>{' '}
        {say({
          zh: '其他各行的餘額接得上；讀不懂的行未計入，其日子不算涵蓋。請由銀行重新匯出或修正後再匯入。',
          en: 'The balances of the others follow. Days of those that cannot be read are not covered: mend the file.',
        })}
      </p>
    )
  }
  const { expected = null, found = null } = rest.broken_balance ?? {}
  return (
    <p>
      <Badge tone={chainTones[chain]}>{say(labelFor(chainLabels, chain))}</Badge>{' '}
      {brokenLine === null
        ? null
        : say({ zh: `第 ${brokenLine} 行：`, en: `From line ${brokenLine} on. ` })}
      {expected === null || found === null ? null : (
        <>
          {say({ zh: '餘額應為 ', en: 'The balance was to be ' })}
          <Money dollars={expected} />
          {say({ zh: '，檔案為 ', en: ', the file has ' })}
          <Money dollars={found} />
          {say({ zh: '。', en: '. ' })}
        </>
      )}
      {say(labelFor(chainAdvice, chain))}
    </p>
  )
}

type ChainProps = Pick<RefusedStatement, 'chain'> &
  Partial<Pick<RefusedStatement, 'broken_line' | 'broken_balance' | 'problems'>>

const chainTones: Readonly<Record<Chain, Tone>> = {
  whole: 'done',
  broken: 'wrong',
  gap: 'care',
  unknown: 'over',
}

/** The problems of a file by line; nothing if there is none. */
export function Problems({ problems }: { problems: readonly LineProblem[] }) {
  const { say } = useDesk()
  if (problems.length === 0) return null
  return (
    <>
      <h3>
        {say({
          zh: `有問題的行（${problems.length}）`,
          en: `Lines with problems (${problems.length})`,
        })}
      </h3>
      <ul class="problems">
        {problems.map(({ line, problem, text = '', date_format: form = 'YYYY-MM-DD' }) => {
          const wanted =
            problem === 'date_not_understood' ? dateExamples[form] : wantedCells[problem]
          return (
            <li>
              <b>{say({ zh: `第 ${line} 行`, en: `Line ${line}` })}</b>{' '}
              {text === '' ? null : (
                <>
                  {say({ zh: '「', en: '"' })}
                  <Foreign text={text} />
                  {say({ zh: '」', en: '": ' })}
                </>
              )}
              {say(labelFor(statementProblemLabels, problem))}
              {text === '' || wanted === undefined
                ? null
                : say({ zh: `，應如 ${wanted}`, en: `, which is to be like ${wanted}` })}
            </li>
          )
        })}
      </ul>
    </>
  )
}

// A button of the file's form, so that the file which the browser still has is sent.
function ImportButton({ statement, form }: StatementProps<Plan | RefusedStatement>) {
  const { say } = useDesk()
  const count = statement.problems.length
  const isOthers = statement.looks_like !== null
  if (statement.chain === 'broken') return null
  return (
    <>
      <noscript>
        <p class="hint">
          {say({
            zh: '匯入前，請在上方再選一次同一個檔案。',
            en: 'Before you import, choose the same file again above.',
          })}
        </p>
      </noscript>
      <p class="buttons">
        {count === 0 ? null : (
          <a class="button" href={`#${form}-file`}>
            {say({ zh: '修正檔案後再匯入', en: 'Mend the file, then import it' })}
          </a>
        )}
        {count > 0 && isOthers ? (
          <input type="hidden" name="skip_problems" value="1" form={form} />
        ) : null}
        {count === 0 && !isOthers ? (
          <button type="submit" class="button" form={form}>
            {say(importLabels.whole.own)}
          </button>
        ) : (
          <button
            type="submit"
            class="button danger"
            form={form}
            name={isOthers ? 'this_account' : 'skip_problems'}
            value="1"
            aria-describedby={count > 0 ? 'skipped' : 'lookalike'}
          >
            {say(importLabels[count > 0 ? 'skip' : 'whole'][isOthers ? 'others' : 'own'])}
          </button>
        )}
      </p>
      {count === 0 ? null : (
        <p class="hint" id="skipped">
          {say({
            zh: '略過的行不會成為交易；有讀不懂的行的日子不算涵蓋，缺少當日交易的日子整天略過。',
            en:
              'Lines that are left out become no transactions. A day of which a line cannot be read is not covered, ' +
              'and one that is not whole is left out as a whole.',
          })}
        </p>
      )}
    </>
  )
}

const importLabels = {
  whole: {
    own: { zh: '確認匯入', en: 'Import it' },
    others: { zh: '確實是此帳戶的，匯入', en: 'It is for this account: import it' },
  },
  skip: {
    own: { zh: '略過有問題的行並匯入', en: 'Import without these lines' },
    others: {
      zh: '確實是此帳戶的，略過有問題的行並匯入',
      en: 'It is for this account: import without these lines',
    },
  },
} as const

const lineColumns: readonly Column<Plan['first'][number]>[] = [
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
      <Foreign text={[name, account].filter((text) => text !== '').join(' ')} />
    ),
  },
  { name: { zh: '備註', en: 'Memo' }, cell: ({ memo }) => <LongText text={memo} /> },
]

/** The plan of an import, as in the call's answer. */
export type Plan = OtherAnswerOf<'importStatement'>
