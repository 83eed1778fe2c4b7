import type { Child } from 'hono/jsx'
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
import { Badge, Fact, Facts, Money, OutsideText, type Tone } from '../../parts/values.tsx'

/** The plan of an import, as in the call's answer. */
export type ImportPlan = OtherAnswerOf<'importStatement'>

type LineCounts = Pick<ImportPlan, 'lines' | 'new' | 'known' | 'confirmed' | 'from' | 'to'>

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
          {say({ zh: '即時明細或人員登記過的', en: 'already reported by a feed or a person' })}
        </small>
      </Fact>
      <Fact name={{ zh: '先前已匯入', en: 'Imported before' }}>{known}</Fact>
      {children}
    </Facts>
  )
}

type CountsProps = {
  readonly counts: LineCounts
  readonly sums?: Pick<ImportPlan, 'new_in' | 'new_out'>
  readonly children?: Child
}

/** How the balances follow one another, and what that means. */
export function ChainShown({ chain, broken_line: brokenLine = null, ...rest }: ChainProps) {
  const { say } = useDesk()
  if (chain === 'whole' && rest.problems?.length) return <WholeBesideUnread />
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

// An unreadable line is not part of the chain of balances.
function WholeBesideUnread() {
  const { say } = useDesk()
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
        {problems.map((one) => (
          <ProblemOfLine {...one} />
        ))}
      </ul>
    </>
  )
}

// The text of the line, and an example of the expected one.
function ProblemOfLine({
  line,
  problem,
  text = '',
  date_format: form = 'YYYY-MM-DD',
}: LineProblem) {
  const { say } = useDesk()
  const wanted = problem === 'date_not_understood' ? dateExamples[form] : wantedCells[problem]
  return (
    <li>
      <b>{say({ zh: `第 ${line} 行`, en: `Line ${line}` })}</b>{' '}
      {text === '' ? null : (
        <>
          {say({ zh: '「', en: '"' })}
          <OutsideText text={text} />
          {say({ zh: '」', en: '": ' })}
        </>
      )}
      {say(labelFor(statementProblemLabels, problem))}
      {text === '' || wanted === undefined
        ? null
        : say({ zh: `，應如 ${wanted}`, en: `, which is to be like ${wanted}` })}
    </li>
  )
}
