import type { Meaning } from '../../../units/language.ts'

type Labels = Readonly<Record<string, Meaning>>

export const eventLabels: Labels = {
  created: { zh: '建立', en: 'Created' },
  requested: { zh: '建立', en: 'Requested' },
  taken: { zh: '領取', en: 'Taken' },
  released: { zh: '放回', en: 'Released' },
  last5_given: { zh: '會員提供末五碼', en: 'The member gave the last five digits' },
  matched: { zh: '指定帳戶', en: 'Account given' },
  exception: { zh: '列為例外', en: 'Reported as exception' },
  settled: { zh: '入帳', en: 'Settled' },
  confirmed: { zh: '確認款項', en: 'Money confirmed' },
  rejected: { zh: '退回申報的款項', en: 'Declared money rejected' },
  reversed: { zh: '沖正', en: 'Reversed' },
  processed: { zh: '出款', en: 'Paid out' },
  cancelled: { zh: '取消', en: 'Cancelled' },
  returned: { zh: '沖正，款項退回商戶', en: 'Reversed: the money came back' },
  backed: { zh: '補列銀行交易', en: 'Bank transactions named' },
  adjusted: { zh: '調整', en: 'Adjusted' },
}

/** What a creation does with declared money, and a payout with its amount. */
export const effectLabels: Labels = {
  available: { zh: '計入可用餘額', en: 'Into the available balance' },
  unconfirmed: { zh: '計入待確認金額', en: 'Into what awaits confirmation' },
  freeze: { zh: '凍結', en: 'Frozen' },
  debit: { zh: '扣款', en: 'Taken out' },
}

/** A merchant's buckets within a sentence, and what is outside of the books. */
export const bucketNames: Labels = {
  outside: { zh: '帳外', en: 'outside' },
  available: { zh: '可用', en: 'available' },
  frozen: { zh: '凍結', en: 'frozen' },
  unconfirmed: { zh: '待確認', en: 'unconfirmed' },
  fees: { zh: '平台手續費', en: 'platform fees' },
}

export const triggerLabels: Labels = {
  schedule: { zh: '依排程', en: 'By schedule' },
  merchant: { zh: '商戶要求', en: 'Asked by the merchant' },
  back_office: { zh: '後台要求', en: 'Asked by the back office' },
}
