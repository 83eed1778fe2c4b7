import type { Meaning } from '../../../units/language.ts'
import {
  accountStateWords,
  accountUseWords,
  backingWords,
  chainWords,
  ignoredKindWords,
  transactionStateWords,
} from './banking-words.ts'
import {
  callbackStateWords,
  collectionStatusWords,
  confirmationWords,
  matchingStatusWords,
  outcomeWords,
  payoutStatusWords,
} from './order-words.ts'
import {
  approvalStateWords,
  bucketWords,
  causeWords,
  overrideWords,
  roleWords,
} from './people-words.ts'

type Table = Readonly<Record<string, Meaning>>

const settingWords: Table = {
  current: { zh: '現行', en: 'Current' },
  legacy: { zh: '舊版', en: 'Earlier' },
  completed: { zh: '僅完成', en: 'Completion only' },
  all: { zh: '全部', en: 'All' },
  standard: { zh: '標準', en: 'Standard' },
  high: { zh: '高', en: 'High' },
  off: { zh: '關閉', en: 'Off' },
}

/** Words for values, by the member that has them. */
export const valueWords: Readonly<Record<string, Table>> = {
  because: causeWords,
  backing: backingWords,
  bucket: bucketWords,
  callback_vocabulary: settingWords,
  chain: chainWords,
  collection_events: settingWords,
  collection_status: matchingStatusWords,
  confirmation: confirmationWords,
  ignored_as: ignoredKindWords,
  outcome: outcomeWords,
  override: overrideWords,
  rate_limit: settingWords,
  role: roleWords,
  state: {
    ...callbackStateWords,
    ...transactionStateWords,
    ...accountStateWords,
    ...approvalStateWords,
  },
  status: {
    ...payoutStatusWords,
    ...collectionStatusWords,
    pending: { zh: '未完成', en: 'Pending' },
  },
  use: accountUseWords,
}

/** What an empty list means, by the member that has it. */
export const emptyWords = {
  agents: { zh: '不限', en: 'Everyone' },
  merchants: { zh: '不限', en: 'All' },
  ip_whitelist: { zh: '不限來源', en: 'Any source' },
} as const satisfies Table
