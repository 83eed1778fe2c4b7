/** What the schemas of the calls say of a value, and its English. `{}` stands for what a text is filled with. */
export const schemaProblems: Readonly<Record<string, string>> = {
  // Of any member.
  必須是編號: 'Must be a number of a record',
  必須是數字或字串: 'Must be a number or text',
  '必須是金額，最多兩位小數': 'Must be an amount with at most two decimals',
  '必須是不為 0 的金額，最多兩位小數': 'Must be an amount other than 0, with at most two decimals',
  '必須是日期或時間，例如 2026-01-31 15:04:05':
    'Must be a date or a time, such as 2026-01-31 15:04:05',
  必須是五位數字: 'Must be five digits',
  '沒有這個名稱的參數，請確認拼寫': 'There is no parameter of this name; check how it is spelled',
  只能給一次: 'May be given once only',
  '內容不是有效的 JSON': 'Not valid JSON',
  '至少須指定一項條件：{}': 'At least one of these has to be given: {}',
  // Merchants, holds, callbacks.
  '必須是 1 到 20 個英數字元、底線、點或連字號':
    'Must be 1 to 20 letters, digits, underscores, dots or hyphens',
  不可只是一個或兩個點: 'Must not be just one or two dots',
  '建立後不能更改；請以另一個 uid 建立商戶':
    'Cannot be changed any more; create a merchant with another uid',
  '必須是完整的 http 或 https 網址，不可包含空白或帳號密碼':
    'Must be a whole http or https address without blanks, user name or password',
  '允許自訂金額時不可小於 1': 'Must be 1 or more where members may enter an amount',
  '不可小於 custom_min': 'Must not be less than the lower bound (custom_min)',
  '不允許自訂金額時，至少須有一個固定金額':
    'At least one fixed amount is needed where members may not enter one',
  必須是整數金額: 'Must be a whole amount',
  '必須指定 merchant_uid、account_no、trade_no 其中之一':
    'Exactly one of merchant_uid, account_no and trade_no has to be given',
  必須有數字: 'Must have digits',
  '必須與 merchant_uid 一起指定': 'Has to be given together with merchant_uid',
  '重送已送達的通知時必須為 true': 'Has to be true to send again what was delivered',
  // Moves of orders.
  '必須是 true、false，或由下列名稱組成的陣列：{}':
    'Must be true, false, or a list of these names: {}',
  '不可為 0，請改用 {}': 'Must not be 0; use {} instead',
  不可重複: 'The same one must not be given twice',
  '須同時指定 bank_transactions': 'bank_transactions have to be given with it',
  '不可與 bank_account 一起指定': 'Must not be given together with bank_account',
  '必填，或改以 bank_account 指定帳戶': 'Is required, unless bank_account names the account',
  '只用於 bank_account': 'Is for bank_account only',
  退回款項時不可指定: 'Must not be given where money is sent back',
  '退回款項時必須說明原因，商戶會看到':
    'A reason is required where money is sent back; the merchant reads it',
  'because 為 money_returned 時才可指定': 'May be given only where because is money_returned',
  // Bank accounts, statements and transactions.
  '必須是服務憑證，例如 {}bank-feed': 'Must be a service token, such as {}bank-feed',
  '必須是銀行帳戶的 id': 'Must be the id of a bank account',
  必須是三碼銀行代碼: 'Must be a bank code of three digits',
  '必須是 4 到 20 位數字的帳號': 'Must be an account number of 4 to 20 digits',
  '必須是標題名稱，或 0 到 {} 的欄位編號': 'Must be the name of a header, or a column from 0 to {}',
  'in 與 out 必須一起指定': 'in and out have to be given together',
  '請指定 amount，或 in 與 out，二者擇一': 'Give either amount, or in and out',
  '須與 amount 一起指定': 'Has to be given together with amount',
  每一欄只能使用一次: 'Each column may be used once only',
  '必須是 , ; | 或定位字元（\\t）': 'Must be , ; | or a tab (\\t)',
  '沒有標題列時，請以欄位編號（從 0 起）指定':
    'Without a header line, columns are given by their numbers from 0',
  '必須是 1，或不給': 'Must be 1, or not be given',
}
