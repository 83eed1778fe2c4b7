import type { Meaning } from '../../../units/language.ts'
import { dollarSum } from '../../../units/money.ts'
import { type Desk, useDesk } from '../desk.ts'
import {
  type AccountNames,
  flatMembers,
  type Members,
  MemberValue,
  memberName,
  membersOf,
} from '../parts/members.tsx'
import { Card } from '../parts/values.tsx'
import type { ApprovalDetail } from './approvals.ts'

/** Two states of one record, member by member. */
type Sides = {
  readonly title: Meaning
  /** Whether the second side is all that the call says. */
  readonly isWhole: boolean
  /** The names of the two columns. */
  readonly columns: readonly [Meaning, Meaning]
  readonly rows: readonly {
    readonly name: string
    readonly one: unknown
    readonly other: unknown
  }[]
}

/**
 * An order at the request and now; for other records the present values beside the requested ones. Null if neither is
 * known.
 */
export async function sidesOf(desk: Desk, approval: ApprovalDetail): Promise<Sides | null> {
  if (approval.order_then !== null && approval.order_now !== null) {
    return orderSides(approval.order_then, approval.order_now)
  }
  return approval.state === 'waiting' ? changeSides(desk, approval) : null
}

// The deciding values of an order are always shown, others only if they differ.
const ofOrders = [
  'status',
  'collection_status',
  'confirmation',
  'amount',
  'paid_amount',
  'actual_amount',
  'agent',
  'bank_account',
  'backed',
]

function orderSides(then: object, now: object): Sides {
  const [one, other]: [Members, Members] = [{ ...then }, { ...now }]
  const differing = Object.keys(other).filter((name) => differ(one[name], other[name]))
  const names = [...ofOrders.filter((name) => name in other), ...differing]
  return {
    title: { zh: '訂單前後', en: 'The order, before and after' },
    isWhole: false,
    columns: [
      { zh: '提出時', en: 'At the request' },
      { zh: '現在', en: 'Now' },
    ],
    rows: [...new Set(names)].map((name) => ({ name, one: one[name], other: other[name] })),
  }
}

async function changeSides(desk: Desk, approval: ApprovalDetail): Promise<Sides | null> {
  const now = await presentOf(desk, approval)
  if (now === null) return null
  const change = approval.call === 'takeRole' ? { role: null } : askedOf(approval, now)
  return {
    title: { zh: '異動前後', en: 'Before and after' },
    isWhole: approval.call !== 'adjustBalance',
    columns: [
      { zh: '現在', en: 'Now' },
      { zh: '核准後', en: 'Once approved' },
    ],
    rows: Object.entries(change).map(([name, other]) => ({ name, one: now[name], other })),
  }
}

// The current values of the members that the call would change.
async function presentOf(
  desk: Desk,
  { call, subject, body }: ApprovalDetail,
): Promise<Members | null> {
  const { name } = subject
  if (call === 'patchMerchant') {
    return flatOf(await desk.ask('showMerchant', { path: { uid: name } }))
  }
  if (call === 'patchBankAccount') {
    return flatOf(await desk.ask('showBankAccount', { path: { id: name } }))
  }
  if (call === 'giveRole' || call === 'takeRole') {
    return flatOf(await desk.ask('showPerson', { path: { name } })) ?? { role: null }
  }
  if (call === 'setPricing') {
    const prices = await desk.ask('listPricing', { path: { uid: name }, query: { limit: '50' } })
    const newest = prices.ok ? prices.value.items.find(({ withdrawn }) => !withdrawn) : undefined
    return { ...newest?.pricing, valid_from: newest?.valid_from }
  }
  if (call !== 'adjustBalance') return null
  const balance = await desk.ask('showBalance', { path: { uid: name } })
  const bucketName = String(membersOf(body).bucket)
  // A correction of fees changes what the merchant has available.
  const bucket = bucketName === 'fees' ? 'available' : bucketName
  return balance.ok ? { [bucket]: membersOf(balance.value.data.summary)[bucket] } : null
}

function flatOf(answer: { readonly ok: boolean; readonly value?: unknown }): Members | null {
  return answer.ok ? flatMembers(membersOf(answer.value)) : null
}

const support = 'settings.display.support_url'

function askedOf({ call, body }: ApprovalDetail, now: Members): Members {
  const { reason: _, 'settings.display': display, ...fields } = flatMembers(membersOf(body))
  if (display === null) return { ...fields, 'settings.display.name': null, [support]: null }
  if (call === 'setPricing') return priceOf(fields, now)
  // A display is replaced as a whole: without an address for support, the record has none.
  if ('settings.display.name' in fields) return { ...fields, [support]: fields[support] ?? '' }
  if (call !== 'adjustBalance') return fields
  const [bucket = '', stands] = Object.entries(now)[0] ?? []
  return { [bucket]: dollarSum([Number(stands), Number(fields.amount)]) }
}

// A price has the values of the newest version where the request leaves them out (fees §1).
function priceOf(fields: Members, newest: Members): Members {
  const members = Object.entries(fields).map(([name, value]): [string, unknown] =>
    typeof value === 'object' ? [name, { ...membersOf(newest[name]), ...value }] : [name, value],
  )
  return Object.fromEntries(members)
}

type SidesTableProps = { readonly sides: Sides; readonly accounts: AccountNames }

/** Shows both sides, and marks what differs. */
export function SidesTable({ sides: { title, columns, rows }, accounts }: SidesTableProps) {
  const { say } = useDesk()
  const isSame = rows.every(({ one, other }) => !differ(one, other))
  const table = (
    <table class="sides">
      <thead>
        <tr>
          <th scope="col">{say({ zh: '項目', en: 'What' })}</th>
          <th scope="col">{say(columns[0])}</th>
          <th scope="col">{say(columns[1])}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, one, other }) => (
          <tr class={differ(one, other) ? 'changed' : undefined}>
            <th scope="row">{memberName(name, say)}</th>
            <td>
              <MemberValue name={name} value={one} accounts={accounts} />
            </td>
            <td>
              <MemberValue name={name} value={other} accounts={accounts} />
              {differ(one, other) ? (
                <span class="unseen"> {say({ zh: '（不同）', en: '(differs)' })}</span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return (
    <Card title={title}>
      {isSame ? (
        <details class="more">
          <summary>{say({ zh: '沒有異動', en: 'Nothing has changed' })}</summary>
          {table}
        </details>
      ) : (
        table
      )}
    </Card>
  )
}

function differ(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(value ?? null)
  return text(one) !== text(other)
}
