/** The words that readers type for things with other names in the page, in lower case, each with its target's id. */
export const synonyms: Readonly<Record<string, string>> = {
  'not-offered':
    '退款, 退費, 退貨, 取消, 取消連結, 取消訂單, 作廢, 撤銷, 訂單列表, 訂單清單, 查詢全部訂單, 外幣, 爭議款, ' +
    'refund, refunds, chargeback, cancel, cancel link, void, list orders, search orders, history',
  timeouts:
    '冪等, 重試, 重複訂單, 重複下單, 斷線, idempotency, idempotent, retry, duplicate, duplicate order, ' +
    'lost answer, double payment',
  rates: '限流, 頻率限制, 頻率, rate limit, throttling, 429, quota',
  'limits-formats':
    '時區, 小數, 幣別, 貨幣, 金額, 台北時間, time zone, timezone, utc, currency, decimal, date format',
  'signing-code':
    '範例, 範例程式, 套件, 函式庫, php, laravel, python, django, golang, java, spring, c#, .net, ' +
    'node, express, npm, composer, sdk, library, example',
  signing: '簽名, 簽章, 加密, md5, sign, signing, signature, sign request, 密鑰, 金鑰, api key',
  'error-signature_error': '簽章錯誤, 簽名錯誤, signature error',
  doctor: '驗簽失敗, 驗章失敗, wrong signature, invalid signature',
  settle:
    '沙箱, 測試環境, 模擬, 測試卡, 測試付款, sandbox, staging, simulate, test card, test cards, test payment',
  'settle-states':
    '狀態, 訂單狀態, 代收狀態, 少付, 部分付款, 超付, 溢付, 重複付款, pending, partial payment, underpayment, overpaid, overpayment, ' +
    'status, state, states, order status, payment status',
  'first-steps':
    '串接, 測試帳號, 測試金鑰, 服務位址, test account, test key, credentials, base url, quick start, curl, ' +
    'getting started',
  overview: '介紹, introduction',
  receive:
    '回調, 回呼, 通知, 推播, webhook, webhooks, callback, callbacks, notify url, notification, ipn',
  'callback-verify':
    '驗簽, 驗章, 驗證簽章, 驗證通知, hmac, verify, verify signature, verify callback, verify webhook, ' +
    'standard webhooks',
  'callback-schedule':
    '次數, 重送次數, 通知次數, 重試次數, 排程, schedule, retry schedule, callback retries, attempts',
  'callback-resend': '重送通知, 補送, 沒收到通知, resend, missing callback, replay',
  'callback-addresses': '白名單, 防火牆, ip 位址, whitelist, allow list, allow-list, firewall',
  'error-ip_not_allowed': 'ip 白名單, 白名單, ip whitelist, whitelist, allow list, allow-list',
  'callback-laptop': '本機, 內網穿透, localhost, ngrok, tunnel',
  rotate:
    '輪替, 更換金鑰, 換金鑰, 金鑰外洩, secret rotation, key rotation, rotate key, rotate api key, change key, new key, leaked key',
  errors: '錯誤碼, 錯誤代碼, 狀態碼, 422, error codes, status codes, exception',
  states: '狀態值, status, status values, lifecycle',
  numbers: '單號, 訂單編號, order number, reference',
  fees: '手續費, 費率, 撥款, fee, commission, settlement, payout schedule',
  reconcile: '帳務, 報表, reconciliation, report, accounting',
  'link-lifetime': '過期, 時效, expiry, expire, ttl',
  links: '收銀台, checkout, payment page, hosted page',
  create: '收款, 入金, 查詢訂單, deposit, payment, pay in, query order',
  'create-payout': '出款, 代付, payout, disbursement',
  'merchant-collections-status':
    '輪詢, 查單, 代收查詢, polling, poll, collection status, query collection, status query',
  'merchant-payouts-status': '代付狀態, 代付查詢, payout status, query payout',
  'states-payout-query': '代付狀態, payout status',
  'merchant-ledger': '分頁, 下一頁, pagination, paging, page, cursor, next page, transactions',
  'merchant-banks': '銀行代碼, 銀行代號, bank codes',
  'merchant-withdrawals': '提領, 提款, 提現, withdraw, withdrawal',
  'go-live':
    '上線, 正式環境, 環境, production, live, going live, environment, environments, live url',
  'ask-platform': '聯絡, 客服, 窗口, support, contact, help, customer service, sla',
  versions: '版本, 健康檢查, version, health, openapi, postman, status page, swagger',
  'signing-details': '時間戳, 校時, clock, timestamp, ntp',
}
