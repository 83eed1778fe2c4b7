import type { RefusalEntry } from '../refusal-entry.ts'

/** The refusals of withdrawals, and of settlement accounts (fees §3). */
export const withdrawalRefusals = {
  amount_not_whole: {
    status: 422,
    zh: '提領金額必須是整數元，或 "all"',
    en: 'The amount of a withdrawal must be whole dollars, or "all"',
    remedy: {
      zh: '傳送整數元，或 amount 為 "all"。',
      en: 'Send an amount without cents, or "all".',
    },
  },
  settlement_account_missing: {
    status: 422,
    zh: '尚未設定結算帳戶，請聯絡平台',
    en: 'You have no settlement account; ask the platform to add one',
    remedy: {
      zh: '請平台為您新增結算帳戶。',
      en: 'Ask the platform to register your bank account as a settlement account.',
    },
  },
  withdrawal_waiting: {
    status: 422,
    zh: '已有一筆提領待處理，請於其完成後再申請',
    en: 'A withdrawal is already pending; request another once it is done',
    remedy: { zh: '等待前一筆提領完成或取消。', en: 'Wait until it is processed or cancelled.' },
  },
  below_minimum: {
    status: 422,
    zh: '提領金額低於最低金額，或不高於其手續費，請調高金額',
    en: 'The amount is below the minimum, or does not exceed its fee; withdraw more',
    remedy: {
      zh:
        '最低金額與手續費見 [pricing](#merchant-pricing) 回應的 minimum_withdrawal 與 ' +
        '`withdrawal`。',
      en:
        'The response of [pricing](#merchant-pricing) has minimum_withdrawal, and the fee under ' +
        '`withdrawal`.',
    },
  },
  insufficient_withdrawable: {
    status: 422,
    zh: '可提領金額不足以支付提領金額與手續費，請降低金額',
    en: 'The amount plus its fee exceeds what can be withdrawn; withdraw less',
    remedy: {
      zh: '可提領金額見[餘額](#merchant-balance)的 `withdrawable`；最近幾日的代收尚不可提領。',
      en:
        'See `withdrawable` in your [balance](#merchant-balance): collections of the last days ' +
        'cannot be withdrawn yet.',
    },
  },
  duplicate_settlement_account: {
    status: 409,
    zh: '此商戶已有這個銀行與帳號的結算帳戶，請使用該帳戶',
    en: 'The merchant already has a settlement account with this bank and number; use that one',
  },
} as const satisfies Record<string, RefusalEntry>
