import type { RefusalCode } from '../../../../contract/refusals.ts'
import type { Meaning } from '../../../../units/language.ts'
import { moneyText } from '../../../../units/money.ts'
import { type Account, AccountName, type Accounts } from '../../banking/accounts/accounts.tsx'
import { useDesk } from '../../desk.ts'
import { accountStateLabels } from '../../labels/banking-labels.ts'
import { TextField } from '../../parts/fields.tsx'
import { useField } from '../../parts/form.tsx'
import { Money } from '../../parts/values.tsx'

type Choice = {
  readonly accounts: Accounts
  readonly label: Meaning
  /** Why the API will refuse an account; null if it accepts it. */
  readonly refusalOf: (account: Account) => AccountRefusal | null
  /** The preselected account; if null, the only one that is not refused. */
  readonly preset?: number | null
  readonly required?: boolean
  /** Whether it is for a new collection: the rest of the daily cap and the waiting orders do not matter to a payout. */
  readonly isToCollect: boolean
}

/** Chooses a bank account: accepted ones first, each other one with the reason of its refusal. */
export function AccountChoice({
  accounts,
  label,
  refusalOf,
  preset = null,
  required,
  isToCollect,
}: Choice) {
  const { say, identity } = useDesk()
  const field = useField('bank_account', undefined)
  if (accounts === null) return <TextField name="bank_account" label={label} inputmode="numeric" />
  const presetFirst = accounts.toSorted(
    (one, other) => Number(other.id === preset) - Number(one.id === preset),
  )
  const judged = presetFirst.map((account) => ({ account, refusal: refusalOf(account) }))
  const fitting = judged.filter(({ refusal }) => refusal === null)
  const refused = judged.filter(({ refusal }) => refusal !== null)
  const only = fitting.length === 1 ? fitting[0]?.account.id : undefined
  const chosen = field.typed?.at(-1) ?? String(preset ?? only ?? '')
  // An operator may exceed a daily cap; a debit of an account that was frozen later is accepted all the same.
  const isBarred = (refusal: AccountRefusal | null) =>
    refusal?.code === 'daily_cap_reached'
      ? identity.role !== 'operator'
      : refusal?.code === 'bank_account_not_allowed' || (isToCollect && refusal !== null)
  return (
    <fieldset class="field choice">
      <legend>{say(label)}</legend>
      {judged.length === 0 ? (
        <p class="hint">
          {say({ zh: '沒有您可以使用的帳戶。', en: 'There is no account that you may use.' })}
        </p>
      ) : null}
      {isToCollect && fitting.length > 1 ? (
        <label>
          <input
            type="radio"
            id="account-any"
            name="bank_account"
            value="any"
            checked={chosen === 'any' || chosen === ''}
          />{' '}
          <span>
            {say({
              zh: '任一可用帳戶：等待金額最少者',
              en: 'Any available account: the one with the smallest sum waiting',
            })}
          </span>
        </label>
      ) : null}
      {[...fitting, ...refused].map(({ account, refusal }) => (
        <label class={refusal === null ? undefined : 'refused'}>
          <input
            type="radio"
            id={`account-${account.id}`}
            name="bank_account"
            value={String(account.id)}
            checked={String(account.id) === chosen && !isBarred(refusal)}
            disabled={isBarred(refusal)}
            required={required}
            data-marks={account.backing === 'later' ? 'later' : undefined}
          />{' '}
          <span>
            <AccountName account={account} />{' '}
            {isToCollect ? <AccountState account={account} /> : null}
            {refusal === null ? null : (
              <>
                {' '}
                <b class="problem">{say(refusal.why)}</b>
              </>
            )}
          </span>
        </label>
      ))}
      {field.problems.length === 0 ? null : <p class="problem">{field.problems.join(' ')}</p>}
    </fieldset>
  )
}

function AccountState({ account }: { account: Account }) {
  const { say } = useDesk()
  const { daily_cap: cap, handed_out_today: out, waiting_count: count } = account
  return (
    <small>
      {cap === null ? null : (
        <>
          {say({ zh: '今日尚可 ', en: 'Left today ' })}
          <Money dollars={Math.max(0, cap - out)} />
          {say({ zh: '，', en: ', ' })}
        </>
      )}
      {say({ zh: `待匯 ${count} 筆`, en: `${count} waiting` })}
    </small>
  )
}

type AccountRefusal = { readonly code: RefusalCode; readonly why: Meaning }

/** Why an account does not take a new collection of that merchant and amount, as far as its register tells. */
export function refusalToCollect(
  account: Account,
  { uid, amount }: { readonly uid: string; readonly amount: number },
): AccountRefusal | null {
  const { daily_cap: cap, handed_out_today: out } = account
  const refusal = refusalOfUse(account, uid, 'out')
  if (refusal !== null || cap === null || out + amount <= cap) return refusal
  const rest = moneyText(Math.max(0, cap - out))
  return {
    code: 'daily_cap_reached',
    why: {
      zh: `今日額度不足：尚可 ${rest}，需要 ${moneyText(amount)}`,
      en: `Over the daily cap: ${rest} left, ${moneyText(amount)} needed`,
    },
  }
}

/** Why no payout of that merchant can be paid from an account, as far as its register tells. */
export function refusalToPay(
  account: Account,
  { uid }: { readonly uid: string },
): AccountRefusal | null {
  return refusalOfUse(account, uid, 'in')
}

function refusalOfUse(
  { state, use, merchants }: Account,
  uid: string,
  other: 'in' | 'out',
): AccountRefusal | null {
  if (state !== 'active') return { code: 'bank_account_not_active', why: accountStateLabels[state] }
  if (use === other) return { code: 'bank_account_not_allowed', why: onlyFor[other] }
  if (merchants.length === 0 || merchants.includes(uid)) return null
  const why = { zh: '不供此商戶使用', en: 'Not for this merchant' }
  return { code: 'bank_account_not_allowed', why }
}

const onlyFor: Readonly<Record<'in' | 'out', Meaning>> = {
  in: { zh: '只供收款', en: 'For money in alone' },
  out: { zh: '只供出款', en: 'For money out alone' },
}
