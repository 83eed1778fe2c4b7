/** Roles of the back office (decisions §1). */
export const roles = ['operator', 'agent', 'auditor', 'bridge', 'feed'] as const
export type Role = (typeof roles)[number]

/** The person or service token that makes a call, as verified by the back office. */
export type Identity = { readonly name: string; readonly role: Role }
