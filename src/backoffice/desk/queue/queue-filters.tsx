import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { type Accounts, accountName } from '../banking/accounts/accounts.tsx'
import { useDesk } from '../desk.ts'
import { testFilter } from '../parts/filters.tsx'
import { queueAddress } from './queue-address.ts'

export type Choice = readonly [value: string, label: Meaning]

type ChoicesProps = {
  readonly name: 'show' | 'who' | 'test'
  readonly called: Meaning
  readonly choices: readonly Choice[]
  /** The number of orders of each, by its value, if known. */
  readonly counts?: Readonly<Record<string, string>>
}

export function Choices({ name, called, choices, counts = {} }: ChoicesProps) {
  const desk = useDesk()
  const chosen = desk.query[name] ?? ''
  return (
    <nav class={name === 'show' ? 'tabs' : 'choices'} aria-label={desk.say(called)}>
      {choices.map(([value, label]) => (
        <a
          href={queueAddress(desk, {
            [name]: value,
            cursor: undefined,
            in: undefined,
            order: undefined,
          })}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {desk.say(label)}
          {counts[value] === undefined ? null : <small>{counts[value]}</small>}
        </a>
      ))}
    </nav>
  )
}

export function WhoseOrders() {
  return (
    <Choices
      name="who"
      called={{ zh: '由誰處理', en: 'In whose hands' }}
      choices={[
        ['', { zh: '全部', en: 'All' }],
        ['mine', { zh: '我的', en: 'Mine' }],
        ['free', { zh: '無人領取', en: 'Free' }],
      ]}
    />
  )
}

/** The rarely used filters of the queue, folded until one is set. */
export function MoreFilters({ children }: { children: Child }) {
  const { say, query } = useDesk()
  const isSet = [query.test, query.bank_account].some((one = '') => one !== '')
  return (
    <details class="more" id="narrowing" open={isSet && query.order === undefined}>
      <summary>
        {isSet
          ? say({ zh: '篩選（已設定）', en: 'Filter (set)' })
          : say({ zh: '篩選', en: 'Filter' })}
      </summary>
      <div class="queue-ways">{children}</div>
    </details>
  )
}

export function RealOrTestFilter() {
  return (
    <Choices
      name="test"
      called={testFilter.label}
      choices={[
        ['', { zh: '正式', en: 'Real' }],
        ['only', { zh: '測試', en: 'Test' }],
      ]}
    />
  )
}

export function OnAccount({ accounts }: { accounts: Accounts }) {
  const { say, query, address } = useDesk()
  if (accounts === null || accounts.length === 0) return null
  return (
    <form class="on-account" method="get" action={address.split('?')[0]}>
      {(['show', 'who', 'test'] as const).map((name) =>
        query[name] === undefined ? null : <input type="hidden" name={name} value={query[name]} />,
      )}
      <label for="on-account" class="unseen">
        {say({ zh: '銀行帳戶', en: 'Bank account' })}
      </label>
      <select id="on-account" name="bank_account">
        <option value="">{say({ zh: '所有帳戶', en: 'All accounts' })}</option>
        {accounts.map((account) => (
          <option value={String(account.id)} selected={String(account.id) === query.bank_account}>
            {accountName(account)}
          </option>
        ))}
      </select>
      <button type="submit" class="quiet">
        {say({ zh: '套用', en: 'Apply' })}
      </button>
    </form>
  )
}
