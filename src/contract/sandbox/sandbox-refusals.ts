import type { RefusalEntry } from '../refusal-entry.ts'

/** The refusals of a test merchant's outcomes (decisions §7, "Sandbox"). */
export const sandboxRefusals = {
  sandbox_only: {
    status: 422,
    zh: '此功能僅供測試商戶使用，請改用測試商戶的 uid 與金鑰',
    en: 'Only test merchants can use this; use the uid and secret of a test merchant',
    remedy: {
      zh: '改用測試商戶的 uid 與金鑰；需要測試商戶時請聯絡平台。',
      en: 'Use the uid and secret of a test merchant; if you have none, ask the platform.',
    },
  },
  outcome_not_possible: {
    status: 422,
    zh: '訂單目前的狀態無法成為此結果',
    en: 'The order cannot reach this outcome from its current state',
    remedy: {
      zh: '訊息說明目前狀態與可用的結果；或以新的訂單再試。',
      en: 'The message gives the current state and the possible outcomes; or use a new order.',
    },
  },
} as const satisfies Record<string, RefusalEntry>
