import { type ChapterWords, line, note, text } from '../blocks.ts'

/** A day of the merchant's books against its own. */
export const reconciling: ChapterWords = {
  id: 'reconcile',
  title: line('對帳', 'Reconcile'),
  blocks: [
    text(
      '[帳務明細](#merchant-ledger)依日列出每一筆款項的移動，附期初與期末：`opening` 加上所有分頁的 `items` 等於 ' +
        '`closing`，不必逐筆查詢訂單。每天對前一日（台北時間）：',
      'The [ledger](#merchant-ledger) lists every movement of money by days, with what stood before ' +
        'and after: `opening` and the `items` of all pages add up to `closing`, so no order has to ' +
        'be asked for by itself. Each day, for the day before in Taipei:',
    ),
    {
      kind: 'steps',
      items: [
        line(
          '以 `from`、`to` 取得全部分頁，直到 `next_cursor` 為 `null`。',
          'Take all pages of `from` to `to`, until `next_cursor` is `null`.',
        ),
        line(
          '驗算：每筆 `amount` 從 `bucket_from` 減去、加到 `bucket_to`，結果應等於 `closing`。',
          'Check: each `amount` leaves `bucket_from` and enters `bucket_to`; what is left is `closing`.',
        ),
        line(
          '以 `trade_no` 與您的紀錄比對：缺少的訂單、金額不同的訂單，逐一查詢。',
          'Compare with your records by `trade_no`; query what is missing or has another amount.',
        ),
      ],
    },
    { kind: 'samples', region: 'ledger' },
    {
      kind: 'code',
      caption: line('今天的帳務與餘額', 'Today’s ledger and the balance'),
      language: 'bash',
      text: 'pay ledger\npay balance',
    },
  ],
}

/** What may be repeated after a time-out, by endpoint. */
export const timeouts: ChapterWords = {
  id: 'timeouts',
  title: line('逾時與重送', 'Time-outs and repeating'),
  blocks: [
    text(
      '沒有得到回應、連線中斷，或得到 500、503 時，不知道是否已經成立。每個建立請求都以您的單號辨認，因此規則只有一條：' +
        '以相同的單號重送，或先查詢。',
      'After no answer, a broken connection, a 500 or a 503 it is not known whether the order was ' +
        'made. Each creation is known by your number, so there is one rule: repeat it with the same ' +
        'number, or query first.',
    ),
    {
      kind: 'table',
      columns: [
        line('請求', 'Request'),
        line('相同單號重送', 'The same number again'),
        line('逾時之後', 'After a time-out'),
      ],
      rows: [
        [
          line('建立代收', 'Create a collection'),
          line('`duplicate_orderid`：已經成立', '`duplicate_orderid`: it was made'),
          line(
            '以 `orderid` 查詢；`order_not_found` 才重送',
            'query by `orderid`; repeat on `order_not_found`',
          ),
        ],
        [
          line('建立代付', 'Create a payout'),
          line('`duplicate_serial_no`：已經成立', '`duplicate_serial_no`: it was made'),
          line(
            '以 `serial_no` 查詢；只用同一個單號重送',
            'query by `serial_no`; repeat with the same number only',
          ),
        ],
        [
          line('建立付款連結', 'Make a payment link'),
          line('內容相同：同一個連結', 'same content: the same link'),
          line('直接以相同內容重送', 'repeat with the same content'),
        ],
        [
          line('重送通知', 'Resend a callback'),
          line(
            '再送一次，`webhook-id` 不變；每 10 秒一次',
            'one more, same `webhook-id`; once in 10 s',
          ),
          line('可以重送', 'repeat'),
        ],
        [
          line('查詢、餘額、帳務、清單', 'Queries, balance, ledger, lists'),
          line('只讀取', 'they only read'),
          line('可以重送', 'repeat'),
        ],
        [
          line('沙盒結果', 'Sandbox outcome'),
          line(
            '相同結果：再回應一次，不重複生效',
            'the same outcome: answered again, with no second effect',
          ),
          line('可以重送', 'repeat'),
        ],
      ],
    },
    {
      kind: 'items',
      items: [
        line(
          '每次重送都要有新的 `timestamp` 與 `sign`。請求請設 30 秒的逾時。',
          'Each repetition has a new `timestamp` and `sign`. Give requests a time-out of 30 seconds.',
        ),
        line(
          '可以重試的：連線錯誤、429 與 503（依 `Retry-After`）、500。422 表示內容要先修正，重試不會成功。',
          'What may be retried: connection errors, 429 and 503 (as `Retry-After` says), 500. A 422 ' +
            'wants another request: the same one fails again.',
        ),
        line(
          '間隔請逐次加倍（0.5、1、2 秒…），並加上隨機的變化。',
          'Double the wait each time (0.5, 1, 2 seconds …), with some chance in it.',
        ),
      ],
    },
  ],
}

/** What to look at before real money moves. */
export const goingLive: ChapterWords = {
  id: 'go-live',
  title: line('上線檢查表', 'Go-live list'),
  blocks: [
    {
      kind: 'checks',
      items: [
        line(
          '正式的 `uid`、API 密鑰與 `webhook_secret` 存放在密鑰管理工具，不在程式碼裡；已換成正式的服務位址。',
          'The real `uid`, API secret and `webhook_secret` are in a store for secrets, not in code; ' +
            'the base address is the real one.',
        ),
        line(
          '您的簽名程式算出與[範例](#signing-example)相同的 `sign`，含中文、空值與 `extra`。',
          'Your code makes the `sign` of the [example](#signing-example), with Chinese text, an empty ' +
            'value and `extra`.',
        ),
        line(
          '伺服器以 NTP 校時；設有 IP 白名單時，所有出口位址都已登記。',
          'The clock is set by NTP; with an IP allow-list, every address that you send from is listed.',
        ),
        line(
          '金額以整數分或十進位型別計算，不用浮點數；入帳依 `paid_amount`，不依 `amount`。',
          'Money is computed in whole cents or decimals, never floating point; `paid_amount` is ' +
            'credited, not `amount`.',
        ),
        line(
          '通知：偽造、竄改與過期的都被拒絕，重複的只處理一次，並在 10 秒內回覆 `success`。',
          'Callbacks: forged, altered and old ones are refused, doubled ones act once, and `success` ' +
            'is answered within 10 seconds.',
        ),
        line(
          '同一訂單付款、沖正、再付款之後，會員只入帳一次；您知道自己是否接收全部事件。',
          'An order that was paid, reversed and paid again leaves the member credited once; you know ' +
            'whether you are told of all events.',
        ),
        line(
          '`status` 兩組用語都接受：`success`、`failed` 與 `succeeded`、`processed`、`cancelled`；忽略不認得的欄位。',
          '`status` is taken in both sets of words, `success` and `failed`, and `succeeded`, ' +
            '`processed`, `cancelled`; fields that you do not know are ignored.',
        ),
        line(
          '沙盒中試過每一種結果：`paid`、`less`、`late`、`expired`、`exception`、`cancelled`、`reversed`。',
          'Every outcome was tried in the sandbox: `paid`, `less`, `late`, `expired`, `exception`, ' +
            '`cancelled`, `reversed`.',
        ),
        line(
          '逾時後以相同單號重送或先查詢；代付絕不換號重送。',
          'After a time-out the same number is repeated, or the order queried; a payout never gets ' +
            'a new number.',
        ),
        line(
          '沒有收到通知的訂單，一段時間後會主動查詢；每天對帳。',
          'Orders that no callback came for are queried after a while; each day is reconciled.',
        ),
        line(
          '紀錄中有每個請求的 `x-request-id` 與 `trade_no`，但沒有密鑰與完整帳號。',
          'Your log has the `x-request-id` of each request and the `trade_no`, but no secret and no ' +
            'whole account number.',
        ),
      ],
    },
    note(
      '程式以 `error` 判斷，不以 `message` 的文字判斷；`message` 可能改寫。',
      'Programs go by `error`, never by the text of `message`, which may be reworded.',
    ),
  ],
}
