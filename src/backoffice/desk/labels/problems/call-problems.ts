/** What calls that people make are refused with beside the table of refusals, and its English. `{}` as above. */
export const callProblems: Readonly<Record<string, string>> = {
  // The back office itself.
  '檔案過大，上限為 {} MiB': 'The file is too large; {} MiB is the most',
  '請以 {} 傳送': 'Send it as {}',
  'X-Local-Actor 須為「名稱：角色」': 'X-Local-Actor has to be name:role',
  請選擇檔案: 'Choose a file',
  '頁面已過期，請重新整理後再送出': 'The page is too old: reload it, then send it again',
  '欄位過多，請重新整理頁面後再送出':
    'The form has too many fields: reload the page, then send it again',
  '沒有這個名稱的欄位，請重新整理頁面後再送出':
    'There is no field of this name: reload the page, then send it again',
  // Merchants, holds, products, people.
  '查無此商戶，請確認 uid': 'There is no such merchant; check the uid',
  查無此商戶: 'There is no such merchant',
  查無此商戶的訂單: 'The merchant has no such order',
  '「{}」不是 IP 位址或 CIDR 網段': '"{}" is neither an IP address nor a CIDR network',
  '沒有編號 {} 的資料庫，共有 {} 個': 'There is no database {}; there are {} of them',
  '測試商戶有專屬的資料庫，請勿指定 database':
    'Test merchants have a database of their own; leave this out',
  '此部署沒有測試商戶的資料庫，請先綁定 DB_SANDBOX 並重新部署，見 docs/growing.md':
    'This deployment has no database for test merchants: bind DB_SANDBOX and deploy it again, as docs/growing.md says',
  '此 uid 已屬於正式商戶，請改用其他 uid': 'The uid is that of a real merchant; choose another one',
  '此 uid 已屬於測試商戶，請改用其他 uid': 'The uid is that of a test merchant; choose another one',
  '查無此管制，請確認 id': 'There is no such hold; check the id',
  此管制已解除: 'The hold was lifted before',
  '是平台自己的帳戶，請改為凍結該帳戶': 'Is an account of the platform; freeze it instead',
  '查無此商品，請確認 id': 'There is no such product; check the id',
  '商戶眾多，以單號搜尋時請指定商戶': 'There are many merchants: name one to search by a number',
  '查無此申請，請確認 id': 'There is no such approval; check the id',
  提出者已不具備此操作的權限: 'Whoever asked for it may not do this any more',
  '此操作須由第二人核准，服務憑證不能提出，請由營運人員操作':
    'This takes a second person, and a service token cannot ask for it: an operator has to',
  '此申請不涉及訂單，請勿傳送': 'The approval is about no order; leave this out',
  '查無此人員，請確認名稱': 'There is no such person; check the name',
  '必須是電子郵件或服務權杖的名稱，最長 120 個字元':
    'Must be an e-mail address or the name of a service token, with at most 120 characters',
  // Orders, links and callbacks.
  '查無此訂單，請確認交易號': 'There is no such order; check the transaction number',
  不可晚於現在的時間: 'Must not be later than now',
  '此訂單沒有會員頁面，或已不再顯示': 'The order has no page for its member, or has it no more',
  '查無此付款連結，請確認 session': 'There is no such payment link; check the session',
  與付款連結的資料不一致: 'Differs from what the payment link says',
  與付款連結的簽章不一致: 'Differs from the signature of the payment link',
  '查無此通知，請確認 callback_id': 'There is no such callback; check the callback_id',
  '已有匯出正在進行：每人同時一份、全體同時三份，請等它完成後再試':
    'Another export is running: one a person and three in all at once. Try again when it is done',
  // Bank accounts, statements and transactions.
  '與 counterparty_account 的末五碼不同':
    'Differs from the last five digits of counterparty_account',
  '不可晚於一天之後，請確認日期': 'Must not be more than a day ahead; check the date',
  不可只有空白或看不見的字元: 'Must not be blanks or characters that nobody sees alone',
  沒有這個銀行帳戶: 'There is no such bank account',
  查無此銀行帳戶: 'There is no such bank account',
  '查無此銀行帳戶，請確認 id': 'There is no such bank account; check the id',
  '查無此銀行帳戶，請確認編號': 'There is no such bank account; check its number',
  必須指定付款的銀行帳戶: 'Name the bank account that it was paid from',
  '銀行清單沒有代碼 {}': 'The list of banks has no code {}',
  '此銀行帳戶尚未設定對帳單格式，請先設定再匯入':
    'The bank account has no statement format yet; set it first',
  '此銀行帳戶未允許這個服務憑證匯入交易，請由營運人員加入 feeds':
    'The bank account does not name this service token in feeds; an operator can add it',
  '查無此匯入，請確認編號': 'There is no such import; check its number',
  '查無此銀行交易，請確認編號': 'There is no such bank transaction; check its number',
  查無此銀行交易: 'There is no such bank transaction',
  '查無此銀行交易：{}': 'There is no such bank transaction: {}',
  '此銀行交易未列為不處理，不需恢復': 'The bank transaction is not put aside: nothing to reopen',
  必須是另一方向的交易: 'Must be a transaction of the other direction',
  必須是轉入的交易: 'Must be transactions that brought money in',
  必須是轉出的交易: 'Must be transactions that took money out',
  總和超過金額上限: 'Together they are more than an amount can be',
  必須是此訂單目前認列的銀行交易: 'Must be bank transactions that this order has claimed now',
  必須等於所列銀行交易的總和: 'Must be the sum of the bank transactions that are named',
  '必須是 bank_account 的交易': 'Must be transactions of bank_account',
  '加上 fee 必須等於所列銀行交易的總和':
    'With the fee it must be the sum of the bank transactions that are named',
}
