import type { BankAccountPatch } from '../../contract/back-office/banking/accounts.ts'
import { isSameJson } from '../../units/same-json.ts'
import { widensSettling } from '../matcher/account-switches.ts'
import { type Concern, standingConcern } from '../people/second-person.ts'
import { type AccountFields, bankAccountFields } from '../views/banking/bank-account-view.ts'
import type { BankAccount } from './bank-account.ts'

type Name = keyof BankAccountPatch

type AccountPatch = {
  readonly names: readonly Name[]
  /** The changes by the record's field names. */
  readonly fields: AccountChanges
  /** The previous and new values for the journal. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** The written fields of an account: those that a person can change, and the end of a contradiction. */
export type AccountChanges = Partial<AccountFields> & { readonly autoContradicted?: null }

type ChangedAccount = AccountFields & Pick<BankAccount, 'autoContradicted'>

/**
 * The changes of a patch; null if it changes nothing. A patch with `auto`, whatever its value, ends a contradiction
 * (matching §5).
 */
export function accountPatchOf(
  account: ChangedAccount,
  patch: BankAccountPatch,
): AccountPatch | null {
  const before = bankAccountFields(account)
  const after = bankAccountFields({ ...account, ...recordOf(patch, allNames) })
  const names = allNames.filter((name) => {
    return !isSameJson(JSON.stringify(before[name]), JSON.stringify(after[name]))
  })
  const endsContradiction = patch.auto !== undefined && account.autoContradicted !== null
  if (names.length === 0 && !endsContradiction) return null
  const [fields, was, is] = [
    recordOf(patch, names),
    Object.fromEntries(names.map((name) => [name, before[name]])),
    Object.fromEntries(names.map((name) => [name, after[name]])),
  ]
  if (!endsContradiction) return { names, fields, before: was, after: is }
  return {
    names,
    fields: { ...fields, autoContradicted: null },
    before: { ...was, auto_contradicted: true },
    after: { ...is, auto_contradicted: false },
  }
}

/** The change of a patch that needs a second person (back office §5, matching §1), or null. */
export function concernOfPatch(account: AccountFields, patch: AccountPatch): Concern | null {
  const { names, fields } = patch
  const changesTrust = names.some((name) => trusted.includes(name))
  const needsTwo =
    changesTrust ||
    raisesCap(patch) ||
    fields.state === 'active' ||
    widensSettling(account, { ...account, ...fields })
  return needsTwo ? standingConcern('bank_account_changed') : null
}

const trusted: readonly string[] = [
  'holder_name',
  'agents',
  'merchants',
  'feeds',
  'use',
  'backing',
  'fee_max',
]

// No cap counts as the highest cap.
function raisesCap({ names, before, after }: AccountPatch): boolean {
  if (!names.includes('daily_cap')) return false
  const capOf = ({ daily_cap: cap }: AccountPatch['after']) =>
    cap === null ? Infinity : Number(cap)
  return capOf(after) > capOf(before)
}

const recordNames = {
  holder_name: 'holderName',
  agents: 'agents',
  merchants: 'merchants',
  feeds: 'feeds',
  use: 'use',
  daily_cap: 'dailyCap',
  fee_max: 'feeMax',
  backing: 'backing',
  statement_format: 'statementFormat',
  note: 'note',
  auto: 'auto',
  auto_max: 'autoMax',
  auto_awaiting_max: 'autoAwaitingMax',
  auto_sources: 'autoSources',
  state: 'state',
} as const satisfies Record<Name, keyof AccountFields>

const allNames = Object.keys(recordNames) as Name[]

function recordOf(patch: BankAccountPatch, names: readonly Name[]): Partial<AccountFields> {
  const members = names.filter((name) => patch[name] !== undefined)
  return Object.fromEntries(members.map((name) => [recordNames[name], patch[name]]))
}
