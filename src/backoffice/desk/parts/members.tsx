import type { Say } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import { useDesk } from '../desk.ts'
import { fieldLabels } from '../labels/field-labels.ts'
import { labelFor } from '../labels/label-for.ts'
import { emptyLabels, valueLabels } from '../labels/value-labels.ts'
import { Money, OutsideText, percentText } from './values.tsx'

/** Members by their names. */
export type Members = Readonly<Record<string, unknown>>

/** The members of a value; none if it is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The same with nested members beside the others: `settings.trusted`. */
export function flatMembers(members: Members, before = ''): Members {
  const flat = Object.entries(members).map(([name, value]): Members => {
    const isNested = nesting.has(name) && typeof value === 'object' && value !== null
    return isNested
      ? flatMembers(membersOf(value), `${before}${name}.`)
      : { [before + name]: value }
  })
  return Object.assign({}, ...flat)
}

// The members whose own members are shown one by one.
const nesting: ReadonlySet<string> = new Set(['settings', 'display'])

/** The name of a member; that of `settings.display.name` by its parts. */
export function memberName(path: string, say: Say): string {
  const parts = path.split('.').filter((part) => part !== 'settings')
  return parts.map((part) => say(labelFor(fieldLabels, part))).join(' · ')
}

/** The text of a member's value. */
export function valueText(path: string, value: unknown, say: Say): string {
  const name = path.split('.').at(-1) ?? path
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) {
    if (value.length === 0) return name in emptyLabels ? say(labelFor(emptyLabels, name)) : '—'
    return value.map((one) => valueText(name, one, say)).join(say({ zh: '、', en: ', ' }))
  }
  if (typeof value === 'object') {
    const inside = Object.entries(value)
    return inside
      .map(([part, one]) => `${memberName(part, say)} ${valueText(part, one, say)}`)
      .join(say({ zh: '，', en: '; ' }))
  }
  if (typeof value === 'boolean') return say(value ? yes : no)
  if (amounts.has(name)) return amountText(value)
  if (name === 'rate_ppm') return `${percentText(Number(value))} %`
  return say(labelFor(valueLabels[name] ?? {}, String(value)))
}

const yes = { zh: '是', en: 'Yes' }
const no = { zh: '否', en: 'No' }

const amounts: ReadonlySet<string> = new Set([
  'amount',
  'paid_amount',
  'actual_amount',
  'auto_max',
  'auto_awaiting_max',
  'daily_cap',
  'fee_max',
  'fee',
  'balance_after',
  'fixed_amounts',
  'fixed',
  'min',
  'max',
  'minimum',
  'minimum_withdrawal',
  'custom_min',
  'custom_max',
  'available',
  'frozen',
  'unconfirmed',
])

function amountText(value: unknown): string {
  const dollars = Number(value)
  return Number.isFinite(dollars) ? moneyText(dollars) : String(value)
}

type MemberValueProps = {
  readonly name: string
  readonly value: unknown
  /** The names of bank accounts; without them an account is shown by its id. */
  readonly accounts?: AccountNames
}

/** The names of bank accounts, by their numbers. */
export type AccountNames = ReadonlyMap<number, string>

/** A member's value, with a link to the record that it names. */
export function MemberValue({ name, value, accounts = unnamed }: MemberValueProps) {
  const { say } = useDesk()
  const called = name === 'bank_account' ? accounts : unnamed
  const last = name.split('.').at(-1) ?? name
  if (typeof value === 'number' && amounts.has(last)) return <Money dollars={value} />
  const at = pages[last]
  const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
  if (at === undefined || values.length === 0)
    return <OutsideText text={valueText(name, value, say)} />
  return (
    <>
      {values.map((one, n) => (
        <>
          {n === 0 ? null : say({ zh: '、', en: ', ' })}
          <a href={at + encodeURIComponent(String(one))}>
            <OutsideText text={called.get(Number(one)) ?? String(one)} />
          </a>
        </>
      ))}
    </>
  )
}

const unnamed: AccountNames = new Map()

const pages: Readonly<Record<string, string>> = {
  bank_account: '/bank-accounts/',
  bank_transactions: '/bank-transactions/',
  instead_of: '/bank-transactions/',
  counterpart: '/bank-transactions/',
  trade_no: '/search?q=',
}

type MemberFactsProps = { readonly members: Members; readonly accounts?: AccountNames }

/** Members and their values. */
export function MemberFacts({ members, accounts = unnamed }: MemberFactsProps) {
  const { say } = useDesk()
  return (
    <dl class="facts">
      {Object.entries(flatMembers(members)).map(([name, value]) => (
        <div>
          <dt>{memberName(name, say)}</dt>
          <dd>
            <MemberValue name={name} value={value} accounts={accounts} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
