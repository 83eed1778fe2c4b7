import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { type Meaning, sameInBoth } from '../../../../units/language.ts'
import type { Desk } from '../../desk.ts'
import { LastFive, OutsideText } from '../../parts/values.tsx'

export type Account = AnswerOf<'listBankAccounts'>['items'][number]

/** The bank accounts that the reader may use; null if they cannot be read. */
export type Accounts = readonly Account[] | null

/** Reads at most two hundred of them, newest first, once for a page. */
export function usableAccounts(desk: Desk): Promise<Accounts> {
  const accounts = found.get(desk) ?? readAccounts(desk)
  found.set(desk, accounts)
  return accounts
}

const found = new WeakMap<Desk, Promise<Accounts>>()

async function readAccounts(desk: Desk): Promise<Accounts> {
  const answer = await desk.ask('listBankAccounts', { query: { limit: '200' } })
  return answer.ok ? answer.value.items : null
}

/** The short name of an account: its bank, and its last five digits. */
export function accountName({ bank_name, bank_code, account_no }: AccountNames): string {
  return `${bank_name || bank_code} …${account_no.slice(-5)}`
}

type AccountNames = Pick<Account, 'bank_code' | 'bank_name' | 'account_no'>

/** An account as an option of a choice, with its holder. */
export function optionName(account: Account): Meaning {
  return sameInBoth(`${accountName(account)} · ${account.holder_name}`)
}

export function accountOptions(accounts: Accounts) {
  return (accounts ?? []).map((account) => [String(account.id), optionName(account)] as const)
}

/** The link to an account; its id alone if it was not read. */
export function AccountLink({ id, accounts }: { id: number; accounts: Accounts }) {
  const found = accounts?.find((one) => one.id === id)
  return <a href={`/bank-accounts/${id}`}>{found === undefined ? id : accountName(found)}</a>
}

/** A bank account in short: its bank, the last five digits, its holder. */
export function AccountName({ account }: { account: Account }) {
  return (
    <span class="account">
      <span class="bank">{account.bank_name}</span> <LastFive account={account.account_no} />{' '}
      <OutsideText text={account.holder_name} />
    </span>
  )
}

/** A bank account in short; its id alone if the reader may not use it. */
export function AccountOf({ id, accounts }: { id: number | null; accounts: Accounts }) {
  if (id === null) return <>—</>
  const account = accounts?.find((one) => one.id === id)
  return account === undefined ? <span>{id}</span> : <AccountName account={account} />
}

/** A bank account in short, as a link if the reader may use it; a dash for null. */
export function AccountOrLink({ id, accounts }: { id: number | null; accounts: Accounts }) {
  const account = <AccountOf id={id} accounts={accounts} />
  if (id === null || accounts?.some((one) => one.id === id) !== true) return account
  return <a href={`/bank-accounts/${id}`}>{account}</a>
}
