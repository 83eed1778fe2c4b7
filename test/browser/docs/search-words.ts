/** What a merchant's engineer types into the search, written down before the index was looked at. */
export const englishWords = wordsOf(`
  idempotency, retry, timeout, refund, chargeback, cancel, cancel link, list orders,
  search orders, history, rate limit, 429, throttling, time zone, UTC, php, laravel, python,
  golang, java, C#, .net, node, npm, sdk, webhook, notify url, callback, ip whitelist,
  firewall, signature, hmac, md5, verify signature, sandbox, test account, base url, api key,
  secret rotation, balance, payout, withdrawal, fee, bank codes, currency, decimal,
  localhost, postman, openapi, error codes, how to sign, how do I verify a callback,
  is there a refund, status, payout status, verify callback, pagination, polling,
  credentials, signture, idempotancy, webhok, reconcile daily report, retries schedule,
  rotate key, production, environment, test card, support, contact, whitelist, SLA,
  partial payment, overpaid, overpayment, 422, PENDING
`)

export const chineseWords = wordsOf(`
  冪等, 重試, 逾時, 退款, 退費, 取消, 取消連結, 訂單列表, 查詢訂單, 對帳, 限流, 頻率限制,
  時區, 沙箱, 測試環境, 驗簽, 簽章, 簽名, 加密, 回調, 通知, 回呼, 白名單, 防火牆, 密鑰, 金鑰,
  輪替, 餘額, 代付, 提款, 手續費, 銀行代碼, 幣別, 小數, 金額, 錯誤碼, 範例, 套件, 串接,
  重複訂單, 訂單狀態, 過期, 付款連結, 收款, 入金, 出款, 時間戳, 本機, 單號, 版本, 如何簽章,
  怎麼退款, 怎樣驗章, 驗章, 狀態, 代付狀態, 驗證通知, 分頁, 輪詢, 次數, 重送次數, 測試金鑰,
  重複下單, webhook驗簽, 更換金鑰, 正式環境, 環境, 測試卡, 客服, 聯絡, allow-list, 少付,
  部分付款, 超付, 溢付, 重複付款, 換金鑰, 金鑰外洩, 提現, 422, 查單, PENDING
`)

function wordsOf(list: string): readonly string[] {
  return list.trim().split(/,\s+/)
}
