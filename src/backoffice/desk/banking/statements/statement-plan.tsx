import type { Child } from 'hono/jsx'
import type { Chain, StatementProblem } from '../../../../contract/back-office/states.ts'
import type { OtherAnswerOf } from '../../../../contract/back-office/table.ts'
import type { RefusedStatement } from '../../../../contract/refusals.ts'
import { useDesk } from '../../desk.ts'
import { chainLabels } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { chainAdvice, statementProblemLabels } from '../../labels/statement-labels.ts'
import { type Column, List } from '../../parts/list.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { Badge, Fact, Facts, Foreign, Money, type Tone } from '../../parts/values.tsx'
import { Booked } from '../transactions/transaction-table.tsx'

/** What an import would do, and its button, which sends the form of that id. */
export function PlanShown({ plan, form }: { plan: Plan; form: string }) {
  const { say } = useDesk()
  const { problems, chain, broken_line: brokenLine } = plan
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '預覽：尚未寫入', en: 'Preview: nothing is written yet' })}</h2>
      <Counts counts={plan} />
      <ChainShown chain={chain} brokenLine={brokenLine} />
      <Problems problems={problems} />
      {plan.lines > 0 && plan.lines === plan.known ? (
        <p>
          {say({
            zh: '這個檔案的交易先前都已匯入。',
            en: 'All transactions of this file are stored already.',
          })}
        </p>
      ) : null}
      <ImportButton statement={plan} form={form} />
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

/** Why a file was not imported, and what of it can be. */
export function RefusalShown({ statement, form }: { statement: RefusedStatement; form: string }) {
  const { say } = useDesk()
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{say({ zh: '未匯入', en: 'Nothing was imported' })}</h2>
      <ChainShown chain={statement.chain} brokenLine={statement.broken_line} />
      <Problems problems={statement.problems} />
      <ImportButton statement={statement} form={form} />
    </section>
  )
}

type Counted = Pick<Plan, 'lines' | 'new' | 'known' | 'confirmed' | 'from' | 'to'>

/** How many lines a file has, how many are new, and the days that it covers. */
export function Counts({ counts, children }: { counts: Counted; children?: Child }) {
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
      </Fact>
      <Fact name={{ zh: '確認既有交易', en: 'Confirmed' }}>
        {confirmed}{' '}
        <small>
          {say({ zh: '即時明細或人工登記過的', en: 'told by a feed or a person before' })}
        </small>
      </Fact>
      <Fact name={{ zh: '先前已匯入', en: 'Imported before' }}>{known}</Fact>
      {children}
    </Facts>
  )
}

/** How the balances follow one another, and what that means. */
export function ChainShown({ chain, brokenLine }: { chain: Chain; brokenLine: number | null }) {
  const { say } = useDesk()
  return (
    <p>
      <Badge tone={chainTones[chain]}>{say(labelFor(chainLabels, chain))}</Badge>{' '}
      {brokenLine === null
        ? null
        : say({ zh: `第 ${brokenLine} 行：`, en: `From line ${brokenLine} on. ` })}
      {say(labelFor(chainAdvice, chain))}
    </p>
  )
}

const chainTones: Readonly<Record<Chain, Tone>> = {
  whole: 'done',
  broken: 'wrong',
  gap: 'care',
  unknown: 'over',
}

type LineProblem = { readonly line: number; readonly problem: StatementProblem }

/** What is wrong with which lines; nothing where there is nothing. */
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
        {problems.map(({ line, problem }) => (
          <li>
            <b>{say({ zh: `第 ${line} 行`, en: `Line ${line}` })}</b>{' '}
            {say(labelFor(statementProblemLabels, problem))}
          </li>
        ))}
      </ul>
    </>
  )
}

// A button of the file's form, so that the file which the browser still has is sent.
function ImportButton({ statement, form }: { statement: RefusedStatement; form: string }) {
  const { say } = useDesk()
  const count = statement.problems.length
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
        {count === 0 ? (
          <button type="submit" class="button" form={form}>
            {say({ zh: '確認匯入', en: 'Import it' })}
          </button>
        ) : (
          <button
            type="submit"
            class="button danger"
            form={form}
            name="skip_problems"
            value="1"
            aria-describedby="skipped"
          >
            {say({ zh: '略過有問題的行並匯入', en: 'Import without these lines' })}
          </button>
        )}
      </p>
      {count === 0 ? null : (
        <p class="hint" id="skipped">
          {say({
            zh: '略過的行不會成為交易；缺少當日交易的日子整天略過。較好的做法是修正檔案後再匯入。',
            en:
              'Lines that are left out become no transactions, and a day that is not whole is left out ' +
              'as a whole. It is better to mend the file.',
          })}
        </p>
      )}
    </>
  )
}

const lineColumns: readonly Column<Plan['first'][number]>[] = [
  { name: { zh: '行', en: 'Line' }, cell: ({ line }) => line },
  { name: { zh: '入帳時間', en: 'Booked' }, cell: ({ booked_at }) => <Booked at={booked_at} /> },
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

/** What an import would do, as the call gives it. */
export type Plan = OtherAnswerOf<'importStatement'>
