import type { Role, RolesBySetting } from '../../../contract/back-office/roles.ts'
import { secondsToTaipei } from '../../../units/taipei-time.ts'

/** A person with a role in the database; `role_by_setting` is the overriding role of `ACCESS_ROLES`, or null. */
export function personView(
  { name, role, updatedAt }: Readonly<{ name: string; role: Role; updatedAt: number }>,
  roles: RolesBySetting,
) {
  return {
    name,
    role,
    role_by_setting: roles === null || !Object.hasOwn(roles, name) ? null : (roles[name] ?? null),
    updated_at: secondsToTaipei(updatedAt),
  }
}
