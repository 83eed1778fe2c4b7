import { type Meaning, say } from '../../units/language.ts'
import type { AccountFields } from '../views/banking/bank-account-view.ts'

// The automatic work that an account allows (matching §1).

/** The switches of an account, and the fields that limit them. */
export type AccountSwitches = Pick<AccountFields, 'use' | 'feeds' | 'auto' | 'autoSources'> & {
  /** Whether its statements have dates without times; false without a statement format. */
  readonly hasDatesAlone: boolean
}

/** The fields of a call that the rule depends on. */
type SwitchField = 'auto' | 'auto_sources' | 'use' | 'feeds' | 'statement_format'

/** The problem of an account's switches, attributed to the first changed field; null for none. */
export function problemOfSwitches(
  { use, feeds, auto, autoSources, hasDatesAlone }: AccountSwitches,
  changed: readonly string[],
): { readonly field: SwitchField; readonly problem: Meaning } | null {
  const fieldOf = (...fields: readonly [SwitchField, ...SwitchField[]]) =>
    fields.find((field) => changed.includes(field)) ?? fields[0]
  if (use === 'out' && auto !== 'off') {
    return { field: fieldOf('auto', 'use'), problem: onlyOut }
  }
  if (autoSources.includes('feed') && feeds.length === 0) {
    return { field: fieldOf('auto_sources', 'feeds'), problem: withoutFeed }
  }
  if (auto === 'settle' && hasDatesAlone && feeds.length === 0) {
    return { field: fieldOf('auto', 'statement_format', 'feeds'), problem: withoutTime }
  }
  return null
}

const onlyOut = say(
  '只用於出款的帳戶不收款，不能自動配對：請關閉自動配對（auto: off），或更改用途（use）',
  'An account for payouts only receives no payments: turn automatic matching off (auto: off), or change its use',
)

const withoutFeed = say(
  '以即時明細為依據時，須有即時明細來源：請加入一個服務憑證（feeds），或不以即時明細為依據（auto_sources）',
  'The source feed requires a feed: add a service token to feeds, or do not settle by feeds (auto_sources)',
)

const withoutTime = say(
  '對帳單只有日期、沒有時間，又無即時明細來源（feeds），系統無法自動入帳：請改用有時間欄的對帳單格式、加入來源，或只指定帳戶（auto: assign）',
  'Its statements have dates without times and it has no feed, so nothing can be settled automatically: use a ' +
    'statement format with a time, add a service token to feeds, or only assign the account (auto: assign)',
)

/** The switches whose increase needs a second person. */
type SettlingSwitches = Pick<AccountFields, 'auto' | 'autoMax' | 'autoAwaitingMax' | 'autoSources'>

/** Whether a change lets the service settle more than before, which needs a second person. */
export function widensSettling(before: SettlingSwitches, after: SettlingSwitches): boolean {
  const begins = after.auto === 'settle' && before.auto !== 'settle'
  const raises = after.autoMax > before.autoMax || after.autoAwaitingMax > before.autoAwaitingMax
  const trustsFeed = after.autoSources.includes('feed') && !before.autoSources.includes('feed')
  return begins || raises || trustsFeed
}
