import type { Role, RolesBySetting } from '../../contract/back-office/roles.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'

/** Somebody with a role in the database; `role_by_setting` is the role that `ACCESS_ROLES` gives instead, or null. */
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
