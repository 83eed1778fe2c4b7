/** What a merchant's engineer types into the search, written down before the index was looked at. */
export const englishWords = [
  'idempotency', 'retry', 'timeout', 'refund', 'chargeback',
  'cancel', 'cancel link', 'list orders', 'search orders', 'history',
  'rate limit', '429', 'throttling', 'time zone', 'UTC',
  'php', 'laravel', 'python', 'golang', 'java',
  'C#', '.net', 'node', 'npm', 'sdk',
  'webhook', 'notify url', 'callback', 'ip whitelist', 'firewall',
  'signature', 'hmac', 'md5', 'verify signature', 'sandbox',
  'test account', 'base url', 'api key', 'secret rotation', 'balance',
  'payout', 'withdrawal', 'fee', 'bank codes', 'currency',
  'decimal', 'localhost', 'postman', 'openapi', 'error codes',
] as const

export const chineseWords = [
  '冪等', '重試', '逾時', '退款', '退費',
  '取消', '取消連結', '訂單列表', '查詢訂單', '對帳',
  '限流', '頻率限制', '時區', '沙箱', '測試環境',
  '驗簽', '簽章', '簽名', '加密', '回調',
  '通知', '回呼', '白名單', '防火牆', '密鑰',
  '金鑰', '輪替', '餘額', '代付', '提款',
  '手續費', '銀行代碼', '幣別', '小數', '金額',
  '錯誤碼', '範例', '套件', '串接', '重複訂單',
  '訂單狀態', '過期', '付款連結', '收款', '入金',
  '出款', '時間戳', '本機', '單號', '版本',
] as const
