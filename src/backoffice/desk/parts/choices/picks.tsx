import type { Role } from '../../../../contract/back-office/roles.ts'
import { accountName, usableAccounts } from '../../banking/accounts/accounts.tsx'
import type { Desk } from '../../desk.ts'
import { roleLabels } from '../../labels/people-labels.ts'

/** The values that a field offers; another value may be typed. */
export type PickKind = 'people' | 'agents' | 'feeds' | 'merchants' | 'accounts' | 'banks'

/** The offered values of each kind, with their labels. */
export type Picks = readonly (readonly [kind: PickKind, picks: readonly Pick[]])[]

type Pick = { readonly value: string; readonly name: string }

/** The id of the `datalist` of a kind. */
export function pickList(kind: PickKind): string {
  return `picks-${kind}`
}

/** Reads the values for a page's fields, with at most one call a kind; none that its reader may not read. */
export async function picksOf(desk: Desk, kinds: readonly PickKind[]): Promise<Picks> {
  const isWanted = (...these: readonly PickKind[]) => these.some((kind) => kinds.includes(kind))
  const [people, merchants, readAccounts] = await Promise.all([
    isWanted('people', 'agents', 'feeds') ? peopleOf(desk) : [],
    isWanted('merchants') ? merchantsOf(desk) : [],
    isWanted('accounts', 'banks') ? usableAccounts(desk) : null,
  ])
  const accounts = readAccounts ?? []
  const withRole = (role: Role) => people.filter((one) => one.role === role)
  const banks = new Map(accounts.map((one) => [one.bank_code, one.bank_name]))
  const all: Readonly<Record<PickKind, readonly Pick[]>> = {
    people,
    agents: withRole('agent'),
    feeds: withRole('feed'),
    merchants,
    accounts: accounts.map((one) => ({
      value: String(one.id),
      name: `${accountName(one)} · ${one.holder_name}`,
    })),
    banks: [...banks].map(([value, name]) => ({ value, name })),
  }
  return [...new Set(kinds)].map((kind) => [kind, all[kind]])
}

/** The lists that fields of the page name: see `pickList`. */
export function PickLists({ picks }: { picks: Picks }) {
  return (
    <>
      {picks.map(([kind, options]) => (
        <datalist id={pickList(kind)}>
          {options.map(({ value, name }) => (
            <option value={value}>{name}</option>
          ))}
        </datalist>
      ))}
    </>
  )
}

const picksMax = '200'

type Person = Pick & { readonly role: Role | null }

// The setting wins over the database.
async function peopleOf(desk: Desk): Promise<readonly Person[]> {
  if (!desk.may('listPeople')) return []
  const answer = await desk.ask('listPeople', { query: { limit: picksMax } })
  if (!answer.ok) return []
  const { items, by_setting: bySetting } = answer.value
  const roles = new Map([...items, ...bySetting].map(({ name, role }) => [name, role]))
  return [...roles].map(([value, role]) => ({
    value,
    role,
    name: role === null ? '' : desk.say(roleLabels[role]),
  }))
}

// The newest names only; earlier ones can be typed, and an unknown name is refused.
async function merchantsOf(desk: Desk): Promise<readonly Pick[]> {
  if (!desk.may('listMerchants')) return []
  const query = { limit: picksMax, test: 'all', order: 'newest' }
  const answer = await desk.ask('listMerchants', { query })
  return answer.ok ? answer.value.items.map(({ uid, name }) => ({ value: uid, name })) : []
}
