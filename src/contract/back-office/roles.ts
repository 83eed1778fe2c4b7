/** Roles of the back office (decisions §1). */
export const roles = ['operator', 'agent', 'auditor', 'bridge', 'feed'] as const
export type Role = (typeof roles)[number]

/** The person or service token that makes a call, as verified by the back office. */
export type Identity = { readonly name: string; readonly role: Role }

/**
 * The roles of people and service tokens in the setting `ACCESS_ROLES`, by name; null for an unknown role. Null as a
 * whole for local use, where the caller chooses its role.
 */
export type RolesBySetting = Readonly<Record<string, Role | null>> | null
