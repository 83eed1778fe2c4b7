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

/** The role that the database gives to a verified name; null when it gives none. */
export async function roleInDatabase(context: Context, name: string): Promise<Role | null> {
  const person = await findPerson(peopleContext(context).db, holderOf(name))
  return person?.role ?? null
}

/**
 * Whether somebody who has made a call in that role has it still: `ACCESS_ROLES` decides, else the database. Locally
 * everybody names a role, which holds unless the database has given that name another one, or taken it away.
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

/** How many people can approve: service tokens cannot. Null locally, where anybody may come. */
export async function countOperators(
  context: Context,
  roles: RolesBySetting,
): Promise<number | null> {
  if (roles === null) return null
  const given = await peopleAfter(peopleContext(context).db, '', peopleMax)
  const known = new Map<string, Role | null>([
    ...given.map(({ name, role }) => [name, role] as const),
    ...Object.entries(roles),
  ])
  return [...known].filter(([name, role]) => role === 'operator' && !name.startsWith(servicePrefix))
    .length
}

const peopleMax = 1_000
