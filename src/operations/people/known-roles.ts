import type { Context, MerchantContext } from '../../context.ts'
import type { Role, RolesBySetting } from '../../contract/back-office/roles.ts'
import { holderOf, servicePrefix } from '../../contract/back-office-names.ts'
import { findPerson, lastRole, peopleAfter } from '../../store/people/people.ts'
import { allContexts } from '../merchant-contexts.ts'

/** The context of the first database, which alone has people's roles. */
export function peopleContext(context: Context): MerchantContext {
  const [first] = allContexts(context)
  if (first === undefined) throw new Error('settings: no database is bound')
  return first
}

/** The database's role of a verified name, or null. */
export async function roleInDatabase(context: Context, name: string): Promise<Role | null> {
  const person = await findPerson(peopleContext(context).db, holderOf(name))
  return person?.role ?? null
}

/**
 * Whether the maker of a call still has the role: by `ACCESS_ROLES`, else by the database. Locally a person may choose
 * a role, unless the database has given that name another one, or taken it away.
 */
export async function holdsRole({
  context,
  name,
  role,
  roles,
}: {
  readonly context: Context
  readonly name: string
  readonly role: Role
  readonly roles: RolesBySetting
}): Promise<boolean> {
  if (roles === null) {
    const last = await lastRole(peopleContext(context).db, holderOf(name))
    return last === null || last === role
  }
  const bySetting = Object.hasOwn(roles, name) ? roles[name] : undefined
  return (bySetting === undefined ? await roleInDatabase(context, name) : bySetting) === role
}

/** The number of people who can approve, without service tokens. Null locally, where anybody may. */
export async function countOperators(
  context: Context,
  roles: RolesBySetting,
): Promise<number | null> {
  if (roles === null) return null
  const people = await peopleAfter(peopleContext(context).db, '', peopleMax)
  const known = new Map<string, Role | null>([
    ...people.map(({ name, role }) => [name, role] as const),
    ...Object.entries(roles),
  ])
  return [...known].filter(([name, role]) => role === 'operator' && !name.startsWith(servicePrefix))
    .length
}

const peopleMax = 1_000
