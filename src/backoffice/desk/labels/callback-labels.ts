import type {
  BreakerState,
  Outcome,
  SigningSecret,
} from '../../../contract/callbacks/callback-states.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Labels } from './label-for.ts'

/** The state of a receiver's breaker, and of a closed one whether its last attempt failed. */
export const receiverLabels: Labels<BreakerState | 'failing'> = {
  closed: { zh: '正常', en: 'Well' },
  failing: { zh: '失敗中', en: 'Failing' },
  open: { zh: '暫停送出', en: 'Paused' },
  half_open: { zh: '試送一則', en: 'Trying one' },
}

export const outcomeMeaning: Labels<Outcome> = {
  delivered: {
    zh: '對方已收到並回覆 success。',
    en: 'The server received it and answered success.',
  },
  blocked_address: {
    zh: '網址指向內部網段、本機或本站主機，因此沒有送出。',
    en: 'The address leads to a private network or to this service, so nothing was sent.',
  },
  timeout: {
    zh: '10 秒內沒有收到完整回應。',
    en: 'There was no complete answer within 10 seconds.',
  },
  network: {
    zh: '連線中斷，沒有收到回應。',
    en: 'The connection broke before there was an answer.',
  },
  dns: { zh: '查不到這個主機名稱的位址。', en: 'The host name has no address.' },
  refused: { zh: '主機拒絕連線。', en: 'The host refused the connection.' },
  tls: { zh: '無法建立 TLS 連線。', en: 'No TLS connection could be made.' },
  http_3xx: {
    zh: '對方回覆轉址，我們不會跟隨。',
    en: 'The server answered with a redirect, which is not followed.',
  },
  http_4xx: { zh: '對方拒絕了請求。', en: 'The server refused the request.' },
  http_5xx: { zh: '對方的程式發生錯誤。', en: 'The server failed while it handled the request.' },
  wrong_answer: {
    zh: '對方收到了，但回應的內容不是 success。',
    en: 'The server received it, but its answer was not success.',
  },
}

/** The remedy for the merchant's engineer. */
export const outcomeAdvice: Labels<Outcome> = {
  delivered: { zh: '不需處理。', en: 'There is nothing to do.' },
  blocked_address: {
    zh: '請改用外部網路連得到的網址。',
    en: 'Use an address that the public internet reaches.',
  },
  timeout: {
    zh: '請先存下通知、立即回覆 success，之後再處理。也請確認防火牆沒有擋下連線。',
    en: 'Store it, answer success at once, and work on it afterwards. Check the firewall, too.',
  },
  network: {
    zh: '請確認伺服器在運作，且外部網路連得到。',
    en: 'Check that the server runs and that the public internet reaches it.',
  },
  dns: { zh: '請檢查網址的拼寫與 DNS 設定。', en: 'Check its spelling and its DNS records.' },
  refused: {
    zh: '請確認服務已啟動、埠號正確，且防火牆允許連入。',
    en: 'Check that the service runs, that the port is right, and that the firewall lets it in.',
  },
  tls: {
    zh: '請檢查憑證是否過期、名稱是否相符、中繼憑證是否齊全。',
    en: 'Check that the certificate is valid, is for this name, and comes with its intermediates.',
  },
  http_3xx: { zh: '請改用最終的網址。', en: 'Give the final address.' },
  http_4xx: {
    zh: '若是 401、403，請放行。若是 404、405，請檢查路徑與 POST。若是 400、422，請檢查驗簽。',
    en: '401, 403: let it in. 404, 405: check path and POST. 400, 422: check the signature.',
  },
  http_5xx: {
    zh: '請依嘗試的時間查看伺服器的紀錄。',
    en: 'Look into its log at the time of the attempt.',
  },
  wrong_answer: {
    zh: '內容必須只有 success 這個字，不含 HTML、JSON 或引號。',
    en: 'The body must be the word success alone: no HTML, no JSON, no quotes.',
  },
}

/** Whether an attempt was signed right: a word, and its meaning. */
export const signedLabels = {
  current: {
    word: { zh: '正確', en: 'Right' },
    meaning: {
      zh: 'sign 與 webhook-signature 皆符合商戶目前的金鑰。',
      en: "sign and webhook-signature are those of the merchant's present secret.",
    },
  },
  changed: {
    word: { zh: '無法驗證', en: 'Cannot be verified' },
    meaning: {
      zh: '商戶的金鑰在這之後已更換，送出當時的金鑰不再保存。',
      en: "The merchant's secret has changed since; the one of that moment is not kept.",
    },
  },
  unreadable: {
    word: { zh: '無法驗證', en: 'Cannot be verified' },
    meaning: {
      zh: '目前無法讀取商戶的金鑰。',
      en: "The merchant's secret cannot be read just now.",
    },
  },
} as const satisfies Record<SigningSecret, { readonly word: Meaning; readonly meaning: Meaning }>

/** The button for one more attempt at a callback, in the contract's word. */
export const resendLabel: Meaning = { zh: '重送通知', en: 'Resend the callback' }

/** Shown beside it, because a reader may take a resend for a second payment. */
export const noMoneyMoves: Meaning = {
  zh: '只重送通知，不移動任何款項。',
  en: 'Only the callback is resent: no money moves.',
}
