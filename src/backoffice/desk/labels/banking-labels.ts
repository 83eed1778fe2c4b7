import type {
  AutoChoice,
  AutoSource,
  BackingRule,
  BankAccountState,
  BankAccountUse,
  CandidateReason,
  Chain,
  EvidenceDifference,
  IgnoredKind,
  ImportState,
  TransactionSource,
  TransactionState,
  UndoState,
} from '../../../contract/back-office/states.ts'
import type { Tone } from '../parts/values.tsx'
import type { Labels } from './label-for.ts'

export const accountStateLabels: Labels<BankAccountState> = {
  active: { zh: '使用中', en: 'Active' },
  paused: { zh: '暫停', en: 'Paused' },
  frozen: { zh: '凍結', en: 'Frozen' },
  closed: { zh: '已關閉', en: 'Closed' },
}

export const accountTones: Readonly<Record<BankAccountState, Tone>> = {
  active: 'done',
  paused: 'care',
  frozen: 'wrong',
  closed: 'over',
}

export const accountUseLabels: Labels<BankAccountUse> = {
  in: { zh: '收款', en: 'Money in' },
  out: { zh: '出款', en: 'Money out' },
  both: { zh: '收款與出款', en: 'In and out' },
}

export const autoChoiceLabels: Labels<AutoChoice> = {
  off: { zh: '關閉', en: 'Off' },
  assign: { zh: '指定帳戶', en: 'Gives accounts' },
  settle: { zh: '指定帳戶並入帳', en: 'Gives accounts and settles' },
}

export const autoSourceLabels: Labels<AutoSource> = {
  statement: { zh: '對帳單', en: 'Statement' },
  feed: { zh: '即時明細', en: 'Feed' },
}

export const backingLabels: Labels<BackingRule> = {
  required: { zh: '入帳須有銀行交易', en: 'A transaction is required' },
  later: { zh: '可事後補列', en: 'May follow later' },
}

export const transactionStateLabels: Labels<TransactionState> = {
  unclaimed: { zh: '未認列', en: 'Unclaimed' },
  claimed: { zh: '已認列', en: 'Claimed' },
  ignored: { zh: '不處理', en: 'Ignored' },
}

export const transactionTones: Readonly<Record<TransactionState, Tone>> = {
  unclaimed: 'care',
  claimed: 'done',
  ignored: 'over',
}

export const sourceLabels: Labels<TransactionSource> = {
  statement: { zh: '對帳單', en: 'Statement' },
  feed: { zh: '即時明細', en: 'Feed' },
  hand: { zh: '人員登記', en: 'A person' },
}

export const ignoredKindLabels: Labels<IgnoredKind> = {
  fee: { zh: '手續費', en: 'Fee' },
  interest: { zh: '利息', en: 'Interest' },
  own_transfer: { zh: '自有帳戶互轉', en: 'Own transfer' },
  returned: { zh: '退回', en: 'Returned' },
  other: { zh: '其他', en: 'Other' },
}

export const reasonLabels: Labels<CandidateReason> = {
  amount: { zh: '金額相同', en: 'Same amount' },
  last5: { zh: '末五碼相同', en: 'Same last five' },
  account: { zh: '帳戶相同', en: 'Same account' },
  in_time: { zh: '在期限內', en: 'In time' },
  late: { zh: '逾期', en: 'Late' },
  name: { zh: '姓名相同', en: 'Same name' },
  settled_unbacked: { zh: '已入帳，沒有銀行交易', en: 'Settled, unbacked' },
  only_candidate: { zh: '唯一候選', en: 'Only candidate' },
}

/** The reasons that do not hold, and what else makes a transaction no evidence. */
export const differenceLabels: Labels<EvidenceDifference> = {
  amount: { zh: '金額不同', en: 'Another amount' },
  last5: { zh: '末五碼不同', en: 'Another last five' },
  account: { zh: '帳戶不同', en: 'Another account' },
  in_time: { zh: '不在期限內', en: 'Not in time' },
  late: { zh: '逾期', en: 'Late' },
  name: { zh: '姓名不同', en: 'Another name' },
  settled_unbacked: { zh: '已入帳，沒有銀行交易', en: 'Settled, unbacked' },
  only_candidate: { zh: '另一筆訂單同樣相符', en: 'Another order fits as well' },
  twin: {
    zh: '可能與已認列的另一筆交易是同一筆款項',
    en: 'May be the same money as another transaction that was used',
  },
  unconfirmed: { zh: '對帳單沒有這筆交易', en: 'Statements do not have it' },
  fee: { zh: '手續費超過帳戶上限', en: "Fee over the account's limit" },
}

export const importStateLabels: Labels<ImportState | UndoState> = {
  running: { zh: '匯入中', en: 'Running' },
  done: { zh: '完成', en: 'Done' },
  incomplete: { zh: '未完成', en: 'Incomplete' },
  undoing: { zh: '撤回中', en: 'Being taken back' },
  undone: { zh: '已撤回', en: 'Taken back' },
}

export const chainLabels: Labels<Chain> = {
  whole: { zh: '餘額連續', en: 'Balances join' },
  broken: { zh: '餘額不連續', en: 'Balances do not join' },
  gap: { zh: '中間缺日', en: 'Days are missing' },
  unknown: { zh: '沒有餘額', en: 'No balances' },
}
