import { dollarSum } from '../../../units/money.ts'
import { type Desk, useDesk } from '../desk.ts'
import { sourceLabels } from '../labels/banking-labels.ts'
import { transactionsOf } from '../orders/page/transactions.tsx'
import { type AccountNames, MemberValue, membersOf } from '../parts/members.tsx'
import { Card, Money, OutsideText } from '../parts/values.tsx'
import { type ApprovalDetail, namedLines } from './approvals.ts'

/** The transactions that pay the order to be reversed; empty for any other call. */
export async function payingNow(
  desk: Desk,
  { call, state, subject }: ApprovalDetail,
): Promise<readonly ApprovalLine[]> {
  if (state !== 'waiting' || !call.startsWith('reverse')) return []
  const show = call === 'reverseCollection' ? 'showCollection' : 'showPayout'
  const order = await desk.ask(show, { path: { trade_no: subject.name } })
  const paid = order.ok ? await transactionsOf(desk, order.value) : []
  return paid.flatMap(({ detail }) => detail ?? [])
}

export type ApprovalProps = { approval: ApprovalDetail; accounts: AccountNames }

/** The transactions that the call names: each line, and the sum of those that pay. */
export function NamedTransactions({ approval, accounts }: ApprovalProps) {
  const { say } = useDesk()
  const all = approval.bank_transactions
  if (all.length === 0) return null
  const paying = namedLines(approval)
  return (
    <Card title={{ zh: '所列的銀行交易', en: 'The bank transactions that it names' }}>
      <Lines id="named-lines" lines={all} accounts={accounts} />
      {paying.length < 2 ? null : (
        <p id="named-sum">
          {say({ zh: `${paying.length} 筆合計 `, en: `${paying.length} lines in all: ` })}
          <b>
            <Money dollars={dollarSum(paying.map(({ amount }) => amount))} />
          </b>
        </p>
      )}
    </Card>
  )
}

type ApprovalLine = ApprovalDetail['bank_transactions'][number]
type LinesProps = { lines: readonly ApprovalLine[]; accounts: AccountNames }

function Lines({ id, lines, accounts }: LinesProps & { id: string }) {
  const { say } = useDesk()
  return (
    <ul class="plain" id={id}>
      {lines.map((one) => (
        <li>
          <a href={`/bank-transactions/${one.id}`}>
            <Money dollars={one.amount} />
          </a>{' '}
          {one.booked_at} <OutsideText text={one.counterparty_name} />{' '}
          <OutsideText text={one.counterparty_last5} />
          {say({ zh: '，入出帳戶 ', en: ', on ' })}
          <MemberValue name="bank_account" value={one.bank_account} accounts={accounts} />{' '}
          {say(sourceLabels[one.source])} <small>{one.posted_by}</small>
        </li>
      ))}
    </ul>
  )
}

/** The transactions that pay an order now. A wrong match frees them; money that was sent back stays the order's. */
export function PayingTransactions({
  approval,
  lines,
  accounts,
}: LinesProps & Pick<ApprovalProps, 'approval'>) {
  const { say } = useDesk()
  if (lines.length === 0) return null
  const isFreed = membersOf(approval.body).because === 'wrong_match'
  return (
    <section class="card">
      <h2>{say(isFreed ? freed : keptLabel)}</h2>
      <Lines id="paying-lines" lines={lines} accounts={accounts} />
    </section>
  )
}

const freed = {
  zh: '沖正後釋出的銀行交易',
  en: 'The bank transactions that it frees for other orders',
}
const keptLabel = {
  zh: '支付它的銀行交易，沖正後仍屬於它',
  en: 'The bank transactions that have paid it, which it keeps',
}
