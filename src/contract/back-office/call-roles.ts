import { type Role, roles } from './roles.ts'
import type { CallName, calls } from './table.ts'

type ReadingCall = {
  [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? Name : never
}[CallName]

type WritingCall = Exclude<CallName, ReadingCall>

/** Auditors make every `GET` and no other call: types hold this table to the table of calls. */
type RolesByCall = Readonly<
  Record<ReadingCall, readonly ['auditor', ...Role[]]> &
    Partial<Record<WritingCall, readonly ('agent' | 'bridge' | 'feed')[]>>
>

/** The roles of each call beside `operator`, whose holders make every call. */
const rolesByCall: RolesByCall = {
  overview: ['auditor'],
  overviewHours: ['auditor'],
  showAuto: ['auditor', 'agent'],
  showMaintenance: ['auditor'],
  showService: ['auditor'],
  showKeys: ['auditor'],
  listAlarms: ['auditor'],
  showBooks: ['auditor'],
  search: ['auditor', 'agent'],
  listReady: ['auditor', 'agent'],
  settleCollections: ['agent'],
  listCollections: ['auditor', 'agent'],
  exportCollections: ['auditor'],
  showCollection: ['auditor', 'agent'],
  takeCollection: ['agent'],
  releaseCollection: ['agent'],
  matchCollection: ['agent'],
  settleCollection: ['agent'],
  candidatesOfCollection: ['auditor', 'agent'],
  memberPageOfCollection: ['auditor', 'agent'],
  reportException: ['agent'],
  noteCollection: ['agent'],
  listPayouts: ['auditor', 'agent'],
  exportPayouts: ['auditor'],
  showPayout: ['auditor', 'agent'],
  candidatesOfPayout: ['auditor', 'agent'],
  takePayout: ['agent'],
  releasePayout: ['agent'],
  processPayout: ['agent'],
  cancelPayout: ['agent'],
  notePayout: ['agent'],
  listCallbacks: ['auditor'],
  showCallback: ['auditor'],
  listReceivers: ['auditor'],
  listBankAccounts: ['auditor', 'agent'],
  showBankAccount: ['auditor', 'agent'],
  listTransactions: ['auditor', 'agent'],
  exportTransactions: ['auditor'],
  showTransaction: ['auditor', 'agent'],
  postTransaction: ['feed'],
  showStatements: ['auditor'],
  listImports: ['auditor'],
  showImport: ['auditor'],
  listStatementFormats: ['auditor'],
  listMerchants: ['auditor'],
  showMerchant: ['auditor'],
  showPaymentAmounts: ['auditor'],
  showBalance: ['auditor'],
  listLedger: ['auditor'],
  exportLedger: ['auditor'],
  listPricing: ['auditor'],
  listFees: ['auditor'],
  exportFees: ['auditor'],
  listSettlementAccounts: ['auditor'],
  listMerchantStatements: ['auditor'],
  showMerchantStatement: ['auditor'],
  exportMerchantStatement: ['auditor'],
  listHolds: ['auditor'],
  showErasure: ['auditor'],
  listProducts: ['auditor'],
  showProduct: ['auditor'],
  listJournal: ['auditor'],
  exportJournal: ['auditor'],
  listApprovals: ['auditor'],
  showApproval: ['auditor'],
  listPeople: ['auditor'],
  showPerson: ['auditor'],
  showBridgeLink: ['auditor', 'bridge'],
  purchaseOverBridge: ['bridge'],
}

/**
 * Whether a role may make a call; an unknown role, as of a newer back office, may make none. Both Workers use this
 * function (decisions §1), so it imports no call's schema.
 */
export function mayMake(role: Role, name: string): boolean {
  if (role === 'operator') return true
  const others: Readonly<Record<string, readonly Role[]>> = rolesByCall
  return Object.hasOwn(others, name) && others[name]?.includes(role) === true
}

/** The roles that may make a call. */
export function rolesOf(name: CallName): readonly Role[] {
  return roles.filter((role) => mayMake(role, name))
}
