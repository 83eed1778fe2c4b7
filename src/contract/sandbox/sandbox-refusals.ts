import type { RefusalEntry } from '../refusal-table.ts'

/** What is refused of a test merchant's outcomes (decisions §7, "Sandbox"). */
export const sandboxRefusals = {
  sandbox_only: {
    status: 422,
    message: '此功能僅供測試商戶使用，請改用測試商戶的 uid 與密鑰',
    english: 'Only test merchants can do this',
    remedy: {
      zh: '改用測試商戶的 uid 與密鑰；需要測試商戶時請聯絡平台。真實訂單沒有任何變更。',
      en:
        'Use the uid and secret of a test merchant, and ask the platform for one if you have none. ' +
        'Nothing has changed.',
    },
  },
  outcome_not_possible: {
    status: 422,
    message: '訂單目前的狀態無法成為此結果',
    english: 'The state of the order does not lead to this outcome',
    remedy: {
      zh: '訊息說明目前狀態與可用的結果；或以新的訂單再試。',
      en: 'The message names the state and what can be asked for; or take a new order.',
    },
  },
} as const satisfies Record<string, RefusalEntry>
