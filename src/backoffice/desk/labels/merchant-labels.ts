import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { type Meaning, sameInBoth } from '../../../units/language.ts'
import type { Labels } from './label-for.ts'

export type Merchant = AnswerOf<'showMerchant'>
type LabelledSettings = Omit<Merchant['settings'], 'display' | 'auto_withdrawal'>

/** The name of each setting of a merchant, and its effect in a sentence. */
export const settingLabels: Readonly<
  Record<keyof LabelledSettings, { readonly called: Meaning; readonly does: Meaning }>
> = {
  trusted: {
    called: { zh: '信任申報的款項', en: 'Trusted' },
    does: {
      zh: '商戶自行申報的款項立即成為可用餘額，不等後台確認。關閉時先列為待確認。',
      en: 'Money that the merchant declares is available at once; otherwise it awaits confirmation.',
    },
  },
  payout_requires_balance: {
    called: { zh: '代付須有足額餘額', en: 'Payouts need the balance' },
    does: {
      zh: '可用餘額不足時拒絕建立代付。關閉時照樣建立並凍結其金額。',
      en: 'A payout that the available balance does not cover is refused; otherwise it is created.',
    },
  },
  callback_vocabulary: {
    called: { zh: '通知的狀態用字', en: 'Words of callbacks' },
    does: {
      zh: '通知的 status 用哪一套字。尚未改版的商戶用舊版。',
      en: 'Which words the status of a callback has; earlier ones are for integrations that use them.',
    },
  },
  collection_events: {
    called: { zh: '通知哪些代收事件', en: 'Events of collections' },
    does: {
      zh: '只在收到款項時通知，或連逾期、退回與沖正也通知。',
      en: 'Whether it is notified of payments only, or also of expiry, rejection and reversal.',
    },
  },
  legacy_signature: {
    called: { zh: '接受舊版簽章', en: 'Earlier signature' },
    does: {
      zh: '接受舊版協定的簽章。已不使用的商戶請關閉。',
      en: "Takes the earlier protocol's signature; turn it off for whoever no longer uses it.",
    },
  },
  rate_limit: {
    called: { zh: '呼叫頻率上限', en: 'Rate limit' },
    does: {
      zh: '每分鐘可呼叫多少次。超過時回覆 429，請商戶稍後再試。',
      en: 'How many calls it may make a minute; more are answered 429, to be tried later.',
    },
  },
  auto: {
    called: { zh: '代收自動處理', en: 'Automatic collections' },
    does: {
      zh: '系統立即為新代收指定帳戶；選入帳時，無疑義的款項也由系統入帳，其餘由人員決定。銀行帳戶也須開啟。',
      en: 'Assigns new collections an account; may also settle payments without doubts. Accounts need it on, too.',
    },
  },
}

export const vocabularyLabels: Labels<LabelledSettings['callback_vocabulary']> = {
  current: { zh: '現行：success、failed', en: 'Current: success, failed' },
  legacy: {
    zh: '舊版：succeeded、processed、cancelled、failed',
    en: 'Earlier: succeeded, processed, cancelled, failed',
  },
}

export const collectionEventLabels: Labels<LabelledSettings['collection_events']> = {
  completed: { zh: '只通知收到款項', en: 'Money received only' },
  all: { zh: '全部事件', en: 'All events' },
}

export const rateLabels: Labels<LabelledSettings['rate_limit']> = {
  standard: { zh: '標準', en: 'Standard' },
  high: { zh: '較高', en: 'High' },
  off: { zh: '不限', en: 'None' },
}

export const autoSettingLabels: Labels<LabelledSettings['auto']> = {
  off: { zh: '關閉：都由人員處理', en: 'Off: people do it' },
  assign: { zh: '自動指定帳戶', en: 'Gives accounts' },
  settle: { zh: '自動指定帳戶並入帳', en: 'Gives accounts and settles' },
}

export const onOffLabels: Labels<'true' | 'false'> = {
  true: { zh: '開啟', en: 'On' },
  false: { zh: '關閉', en: 'Off' },
}

type Entry = AnswerOf<'listLedger'>['items'][number]

/** The name of a channel of the ledger; a merchant's own channels keep theirs. */
export function channelLabel(channel: string): Meaning {
  if (channel.endsWith('_coin')) return { zh: '儲值', en: 'Top-up' }
  if (channel === '代付') return { zh: '代付', en: 'Payouts' }
  return channel === 'other' ? { zh: '其他', en: 'Other' } : sameInBoth(channel)
}

export const ledgerTypeLabels: Labels<Entry['type']> = {
  collection: { zh: '代收', en: 'Collection' },
  payout: { zh: '代付', en: 'Payout' },
  adjustment: { zh: '調整', en: 'Adjustment' },
}

/** The kinds of a merchant's money. */
export const bucketLabels: Labels<'available' | 'frozen' | 'unconfirmed' | 'fees'> = {
  available: { zh: '可用餘額', en: 'Available' },
  frozen: { zh: '凍結', en: 'Frozen' },
  unconfirmed: { zh: '待確認', en: 'Unconfirmed' },
  fees: { zh: '平台手續費', en: 'Platform fees' },
}

/** The consequence of erasing a member's personal fields. */
export const erasureWarning: Meaning = {
  zh: '其姓名、電話、電子郵件與帳號將被遮蔽，無法復原；金額、編號與事件保留。',
  en: 'Their names, telephones, e-mails and accounts are masked for good; amounts and numbers stay.',
}
