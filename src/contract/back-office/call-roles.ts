import type { Role } from './roles.ts'
import type { CallName } from './table.ts'

const callsOfAgents: ReadonlySet<string> = new Set<CallName>([
  'search',
  'showAuto',
  'listReady',
  'listCollections',
  'showCollection',
  'candidatesOfCollection',
  'memberPageOfCollection',
  'listPayouts',
  'showPayout',
  'candidatesOfPayout',
  'listBankAccounts',
  'showBankAccount',
  'listTransactions',
  'showTransaction',
  'takeCollection',
  'releaseCollection',
  'matchCollection',
  'settleCollection',
  'settleCollections',
  'reportException',
  'noteCollection',
  'takePayout',
  'releasePayout',
  'processPayout',
  'cancelPayout',
  'notePayout',
])

/** The calls of each role, by name. The names of reading calls, and only these, begin with the auditor's verbs. */
const callsOf: Readonly<Record<Role, (name: string) => boolean>> = {
  operator: () => true,
  auditor: (name) => /^(?:list|show|export|candidatesOf|memberPageOf|overview|search)/.test(name),
  agent: (name) => callsOfAgents.has(name),
  bridge: (name) => name === 'showBridgeLink' || name === 'purchaseOverBridge',
  feed: (name) => name === 'postTransaction',
}

/**
 * Whether a role may make a call; an unknown role, as of a newer back office, may make none. Both Workers use this
 * function (decisions §1), so it imports no call's schema.
 */
export function mayMake(role: Role, name: string): boolean {
  return Object.hasOwn(callsOf, role) && callsOf[role](name)
}

/** The roles that may make a call. */
export function rolesOf(name: CallName): readonly Role[] {
  return (Object.keys(callsOf) as Role[]).filter((role) => mayMake(role, name))
}
