import type { Meaning } from '../../../units/language.ts'
import { doubtLabels, notAssignedLabels, proofLabels, settlerLabels } from './auto-labels.ts'
import {
  accountStateLabels,
  accountUseLabels,
  autoChoiceLabels,
  autoSourceLabels,
  backingLabels,
  chainLabels,
  ignoredKindLabels,
  transactionStateLabels,
} from './banking-labels.ts'
import {
  bucketLabels,
  collectionEventLabels,
  rateLabels,
  vocabularyLabels,
} from './merchant-labels.ts'
import {
  callbackStateLabels,
  collectionStatusLabels,
  confirmationLabels,
  matchingStatusLabels,
  outcomeLabels,
  payoutStatusLabels,
} from './order-labels.ts'
import { approvalStateLabels, causeLabels, checkLabels, roleLabels } from './people-labels.ts'

type Table = Readonly<Record<string, Meaning>>

/** Labels of values, by their member. */
export const valueLabels: Readonly<Record<string, Table>> = {
  auto: autoChoiceLabels,
  auto_sources: autoSourceLabels,
  because: causeLabels,
  backing: backingLabels,
  bucket: bucketLabels,
  callback_vocabulary: vocabularyLabels,
  chain: chainLabels,
  collection_events: collectionEventLabels,
  collection_status: matchingStatusLabels,
  confirmation: confirmationLabels,
  doubts: doubtLabels,
  fee_on_reversal: {
    return: { zh: '退還', en: 'Given back' },
    keep: { zh: '保留', en: 'Kept' },
  },
  ignored_as: ignoredKindLabels,
  kind: ignoredKindLabels,
  not_assigned: notAssignedLabels,
  outcome: outcomeLabels,
  override: checkLabels,
  proof: proofLabels,
  rate_limit: rateLabels,
  role: roleLabels,
  settled_by: settlerLabels,
  state: {
    ...callbackStateLabels,
    ...transactionStateLabels,
    ...accountStateLabels,
    ...approvalStateLabels,
  },
  status: {
    ...payoutStatusLabels,
    ...collectionStatusLabels,
    pending: { zh: '未完成', en: 'Pending' },
  },
  use: accountUseLabels,
}

/** The meaning of an empty list, by its member. */
export const emptyLabels = {
  agents: { zh: '不限', en: 'Everyone' },
  merchants: { zh: '不限', en: 'All' },
  ip_whitelist: { zh: '不限來源', en: 'Any source' },
} as const satisfies Table
