import type { Child } from 'hono/jsx'
import type { OverrideName } from '../../../contract/back-office/orders/overrides.ts'
import type { Meaning } from '../../../units/language.ts'
import { dollarSum } from '../../../units/money.ts'
import { useDesk } from '../desk.ts'
import { labelFor } from '../labels/label-for.ts'
import { overrideLabels } from '../labels/order-labels.ts'
import { type AccountNames, MemberValue, membersOf } from '../parts/members.tsx'
import { Card, Money, OutsideText, Time } from '../parts/values.tsx'
import { type ApprovalDetail, namedLines } from './approvals.ts'

type OverriddenChecksProps = {
  readonly approval: ApprovalDetail
  readonly accounts: AccountNames
  /** The money of a payout's merchant, frozen money included; null if it is unknown. */
  readonly funds: number | null
}

/** The checks that a call overrides, each with the expected value, the actual one and the difference. */
export function OverriddenChecks(passed: OverriddenChecksProps) {
  const { say } = useDesk()
  const { override = false } = membersOf(passed.approval.body)
  const names = override === true ? plain : [override || []].flat().map(String)
  const rows = names.flatMap((name) => rowsOf(name, passed))
  if (rows.length === 0) return null
  return (
    <Card title={{ zh: '略過的檢查', en: 'Overridden checks' }} id="passed">
      <table class="sides">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{say(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, expected, found, gap }) => (
            <tr class="changed">
              <th scope="row">{say(name)}</th>
              <td>{expected}</td>
              <td>
                {found}
                {gap === undefined ? null : (
                  <>
                    {' '}
                    <small>
                      {say({ zh: '差 ', en: 'differs by ' })}
                      <Money dollars={gap} />
                    </small>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

// The checks that `true` overrides (decisions §4).
const plain: readonly OverrideName[] = ['amount', 'balance', 'disabled_merchant', 'already_paid']

const columns: readonly Meaning[] = [
  { zh: '檢查', en: 'Check' },
  { zh: '應為', en: 'Expected' },
  { zh: '實際', en: 'Found' },
]

type Row = {
  readonly name: Meaning
  readonly expected: Child
  readonly found: Child
  /** In dollars: the actual value less the expected one. */
  readonly gap?: number
}

function rowsOf(
  name: string,
  { approval, accounts, funds }: OverriddenChecksProps,
): readonly Row[] {
  const order = membersOf(approval.order_now)
  const lines = namedLines(approval)
  const label = labelFor(overrideLabels, name)
  const paid = approval.amount ?? 0
  if (name === 'amount') return [moneyRow(label, Number(order.amount), paid)]
  if (name === 'balance' && funds !== null) {
    return [moneyRow(label, dollarSum([paid, Number(order.fee ?? 0)]), funds)]
  }
  if (name !== 'evidence_differs') return [{ name: label, expected: '—', found: '—' }]
  const differing = lines.flatMap((line): readonly Row[] => [
    ...(order.bank_account === null || order.bank_account === line.bank_account
      ? []
      : [
          {
            name: { zh: '銀行帳戶', en: 'Bank account' },
            expected: (
              <MemberValue name="bank_account" value={order.bank_account} accounts={accounts} />
            ),
            found: (
              <MemberValue name="bank_account" value={line.bank_account} accounts={accounts} />
            ),
          },
        ]),
    ...(order.last5 === line.counterparty_last5
      ? []
      : [
          {
            name: { zh: '付款帳號末五碼', en: 'Last five of the payer' },
            expected: <OutsideText text={String(order.last5 || '—')} />,
            found: <OutsideText text={line.counterparty_last5 || '—'} />,
          },
        ]),
  ])
  if (differing.length > 0) return differing
  return lines.map((line) => ({
    name: label,
    expected: (
      <>
        <MemberValue name="bank_account" value={order.bank_account} accounts={accounts} />{' '}
        <Time at={String(order.created_at)} brief />
      </>
    ),
    found: (
      <>
        <MemberValue name="bank_account" value={line.bank_account} accounts={accounts} />{' '}
        <Time at={line.booked_at} brief />
      </>
    ),
  }))
}

function moneyRow(name: Meaning, expected: number, found: number): Row {
  const gap = dollarSum([found, -expected])
  return {
    name,
    expected: <Money dollars={expected} />,
    found: <Money dollars={found} />,
    ...(gap === 0 ? {} : { gap }),
  }
}
