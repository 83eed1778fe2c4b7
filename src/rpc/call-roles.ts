import type { Role } from '../contract/back-office/roles.ts'

/**
 * Whether a role may make a call. The back office has checked it by the table of calls, whose schemas no public program
 * needs; both sides check it (decisions §1).
 */
export function mayMake(role: Role, name: string): boolean {
  switch (role) {
    case 'operator':
      return true
    case 'auditor':
      return reading.test(name)
    case 'agent':
      return callsOfAgents.has(name)
    case 'bridge':
      return name === 'showBridgeLink' || name === 'purchaseOverBridge'
    case 'feed':
      return name === 'postTransaction'
  }
}

const reading = /^(?:list|show|export|candidatesOf|memberPageOf|overview|search)/

const callsOfAgents: ReadonlySet<string> = new Set([
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
