import { type Chapter, line, text } from '../blocks.ts'

/** How a merchant compares a day of its ledger with its own books. */
export const reconciling: Chapter = {
  id: 'reconcile',
  title: line('對帳', 'Reconcile'),
  blocks: [
    text(
      '[帳務明細](#merchant-ledger)依日列出每一筆款項的移動，附期初與期末：`opening` 加上所有分頁的 `items` 等於 ' +
        '`closing`，不必逐筆查詢訂單。每天對前一日（台北時間）：',
      'The [ledger](#merchant-ledger) lists every movement of money by day, with opening and ' +
        'closing balances: `opening` plus the `items` of all pages equals `closing`, so you ' +
        'need not query each order. Every day, for the previous day (Taipei time):',
    ),
    {
      kind: 'steps',
      items: [
        line(
          '以 `from`、`to` 取得全部分頁，直到 `next_cursor` 為 `null`。',
          'Fetch all pages from `from` to `to`, until `next_cursor` is `null`.',
        ),
        line(
          '驗算：每筆 `amount` 從 `bucket_from` 減去、加到 `bucket_to`，再減去[手續費](#ledger-fee)，結果應等於 `closing`。',
          'Check: starting with `opening`, move each `amount` from its `bucket_from` to its ' +
            '`bucket_to`, less its [fee](#ledger-fee). The result must equal `closing`.',
        ),
        line(
          '以 `trade_no` 與您的紀錄比對：缺少的訂單、金額不同的訂單，逐一查詢。',
          'Compare with your records by `trade_no`; query each order that is missing or has ' +
            'a different amount.',
        ),
      ],
    },
    text(
      '日期以入帳時間（`at`，台北時間）為準，不是 `paid_at` 或 `processed_at`：23:59 的付款可能記在次日。先' +
        '看相鄰的一天，再當成差異處理。',
      'An entry is dated by when it was booked (`at`, Taipei time), not by `paid_at` or ' +
        '`processed_at`: a payment at 23:59 may be booked the next day. Check the adjacent day ' +
        'before you report a difference.',
    ),
    {
      kind: 'folded',
      labels: line('程式碼：核對一天', 'Code: compare a day'),
      blocks: [{ kind: 'samples', region: 'ledger' }],
    },
    {
      kind: 'code',
      caption: line('今天的帳務與餘額', 'Today’s ledger and the balance'),
      language: 'bash',
      text: 'pay ledger\npay balance',
    },
  ],
}

/** The endpoints whose calls may be repeated after a time-out. */
export const timeouts: Chapter = {
  id: 'timeouts',
  title: line('逾時與重試', 'Timeouts and retries'),
  shortTitle: line('逾時與重試（冪等）', 'Retries (idempotency)'),
  blocks: [
    text(
      '沒有回應、連線中斷，或收到 500、503 時，無從得知是否已經成立。每個建立請求都以您的單號辨認，因此規則' +
        '只有一條：以相同的單號重試，或先查詢。',
      'After a missing response, a broken connection, a 500 or a 503, you cannot know whether ' +
        'the order was created. Your own number identifies each order, so there is one rule: ' +
        'retry with the same number, or query it first.',
    ),
    {
      kind: 'table',
      columns: [
        line('請求', 'Request'),
        line('再送一次', 'If sent again'),
        line('逾時後', 'After a timeout'),
      ],
      rows: [
        [
          line('建立代收', 'Create a collection'),
          line('`duplicate_orderid`：已經成立', '`duplicate_orderid`: already created'),
          line(
            '以 `orderid` 查詢；只用同一個單號重試',
            'query by `orderid`; retry only with the same number',
          ),
        ],
        [
          line('建立代付、提領', 'Create a payout or a withdrawal'),
          line('`duplicate_serial_no`：已經成立', '`duplicate_serial_no`: already created'),
          line(
            '以 `serial_no` 查詢，核對金額與收款人；只用同一個單號重試',
            'query by `serial_no`, compare amount and payee; retry only with the same number',
          ),
        ],
        [
          line('建立付款連結', 'Create a payment link'),
          line('內容相同：同一個連結', 'same content: same link'),
          line('直接以相同內容重試', 'retry with the same content'),
        ],
        [
          line('重送通知', 'Resend a callback'),
          line(
            '再送一次，`webhook-id` 不變；每 10 秒一次',
            'sent again, same `webhook-id`; once every 10 s',
          ),
          line('可以重試', 'retry'),
        ],
        [
          line('查詢、餘額、帳務、清單', 'Queries, balance, ledger, lists'),
          line('唯讀', 'read-only'),
          line('可以重試', 'retry'),
        ],
        [
          line('沙盒結果', 'Sandbox outcome'),
          line('相同結果：再回應一次，不重複生效', 'same outcome: same response, no second effect'),
          line('可以重試', 'retry'),
        ],
      ],
    },
    {
      kind: 'items',
      items: [
        line(
          '每次重試都要有新的 `timestamp` 與 `sign`。請求請設 30 秒的逾時。',
          'Each retry needs a new `timestamp` and `sign`. Set a timeout of 30 s.',
        ),
        line(
          '可以重試的：連線錯誤、429 與 503（依 `Retry-After`）、500。422 表示內容要先修正，重試不會成功。',
          'You can retry after connection errors, after a 429 or 503 (wait for the seconds in ' +
            'the `Retry-After` header), and after a 500. After a 422, correct the request first: ' +
            'a retry would fail again.',
        ),
        line(
          '間隔請逐次加倍（0.5、1、2 秒…），並加上隨機的變化。',
          'Double the wait each time (0.5, 1, 2 seconds…) and add random jitter.',
        ),
      ],
    },
  ],
}

/** How to replace the API secret, so that no genuine request or callback is refused (decisions §2, "Rotation"). */
export const rotating: Chapter = {
  id: 'rotate',
  title: line('輪替金鑰', 'Rotate your secret'),
  blocks: [
    {
      kind: 'steps',
      items: [
        line(
          '向平台的聯絡窗口申請，並約定新舊金鑰並行多久：預設 24 小時，最多 7 天。外洩時為 0：舊的立即失效。',
          'Ask your contact at the platform, and agree how long both secrets work: 24 ' +
            'hours by default, at most 7 days. After a leak, choose 0, and the old one ' +
            'stops working at once.',
        ),
        line(
          '您會拿到新的 API 金鑰與 `webhook_secret`。到期限為止，以新舊金鑰簽章的請求都接受；通知的 ' +
            '`webhook-signature` 有兩個金鑰的簽章，`sign` 仍用舊的。',
          'You get a new API secret and `webhook_secret`. Until the deadline, you may sign ' +
            'requests with either secret. In callbacks, `webhook-signature` contains a signature ' +
            'by each, and `sign` still uses the old one.',
        ),
        line(
          '先更新所有接收通知的伺服器，讓它們接受兩個金鑰：有 `webhook-signature` 就以它為準，沒有才看 `sign`。' +
            '各語言的範例以 `otherSecret`（Python 為 `other_secret`，Go 為 `OtherSecret`）設定另一個。',
          'First update all servers that receive callbacks, so that they accept both secrets: ' +
            'check `webhook-signature` where it is present, otherwise `sign`. In the samples, ' +
            '`otherSecret` (`other_secret` in Python, `OtherSecret` in Go) is the second secret.',
        ),
        line(
          '再更新送出請求的伺服器，可逐台進行，改用新的金鑰簽章。',
          'Then update the servers that send requests, one by one, to sign with the new secret.',
        ),
        line(
          '從第一個以新金鑰簽章的請求起（最遲到期限），通知的 `sign` 改用新的；`webhook-signature` 到期限前' +
            '仍有兩個。',
          'In callbacks, `sign` switches to the new secret as soon as you sign a request with ' +
            'it, or at the deadline. `webhook-signature` contains both until the deadline.',
        ),
        line(
          '期限過後只有新的有效，舊的得到 `signature_error`。從所有伺服器移除舊的金鑰。',
          'After the deadline only the new secret works: requests signed with the old one get ' +
            '`signature_error`. Remove the old secret from all servers.',
        ),
      ],
    },
    {
      kind: 'folded',
      id: 'rotate-try',
      stands: 'below',
      labels: line('在沙盒演練', 'Rehearse it in the sandbox'),
      blocks: [
        {
          kind: 'steps',
          items: [
            line(
              '請平台更換您自己的測試商戶的金鑰，並行一小時；以 `npm start` 執行時，在後台的商戶頁面按「更換金鑰」。',
              'Ask the platform to replace the secret of your own sandbox merchant, with an ' +
                'overlap of one hour; with `npm start`, use Replace the secret on the ' +
                'merchant’s page of the back office.',
            ),
            line(
              '以舊金鑰執行 `pay sandbox/callback "notify_url=$NOTIFY"`。通知有兩個 `webhook-signature`，`sign`' +
                ' 用舊的；接收端要回應 `success`。',
              'With the old secret, run `pay sandbox/callback "notify_url=$NOTIFY"`. The ' +
                'callback has two `webhook-signature` values and a `sign` by the old secret; ' +
                'your receiver must respond `success`.',
            ),
            line(
              '以 `PAY_SECRET=<新的>` 再送一次：`sign` 改用新的，仍要回應 `success`；換回舊的，請求仍被接受。',
              'Repeat it with `PAY_SECRET=<the new one>`: `sign` is now by the new secret; ' +
                'respond `success` again. Requests signed with the old secret are still accepted.',
            ),
            line(
              '再更換一次，不並行（0 秒），如同外洩時：舊的立即得到 `signature_error`。',
              'Replace it again without overlap, as after a leak: the old secret gets ' +
                '`signature_error` at once.',
            ),
          ],
        },
      ],
    },
  ],
}

/** What to check before real money moves. */
export const goingLive: Chapter = {
  id: 'go-live',
  title: line('上線檢查表', 'Go-live checklist'),
  blocks: [
    {
      kind: 'checks',
      items: [
        line(
          '正式的 `uid`、API 金鑰與 `webhook_secret` 存放在金鑰管理工具，不在程式碼裡；已換成正式的服務位址。',
          'The live `uid`, API secret and `webhook_secret` are in a secrets manager, not in ' +
            'code; the live base URL is set.',
        ),
        line(
          '您的簽章程式算出與[範例](#signing-example)相同的 `sign`，含中文、空值與 `extra`。',
          'Your code computes the same `sign` as the [example](#signing-example), including ' +
            'Chinese text, an empty value and `extra`.',
        ),
        line(
          '伺服器以 NTP 校時；設有 IP 白名單時，所有出口位址都已登記。',
          'Server clocks are synchronised by NTP; if you have an IP allow-list, all your ' +
            'outgoing addresses are on it.',
        ),
        line(
          '金額以整數分或十進位型別計算，不用浮點數；入帳依 `paid_amount`，不依 `amount`。',
          'Amounts are computed as integer cents or decimals, never floating point; you ' +
            'credit `paid_amount`, not `amount`.',
        ),
        line(
          '通知：偽造、竄改與過期的都被拒絕，重複的只處理一次，並在 10 秒內回應 `success`。',
          'Forged, altered and old callbacks are rejected, duplicates are processed once, and ' +
            'you respond `success` within 10 seconds.',
        ),
        line(
          '同一訂單付款、沖正、再付款之後，會員只入帳一次；您知道自己是否接收全部事件。',
          'An order that is paid, reversed and paid again credits the member once; you know ' +
            'whether you receive all events.',
        ),
        line(
          '`status` 兩組用語都接受：`success`、`failed` 與 `succeeded`、`processed`、`cancelled`；忽略不認得的欄位。',
          'You accept both sets of `status` values: `success` and `failed`, and `succeeded`, ' +
            '`processed`, `cancelled`; you ignore unknown fields.',
        ),
        line(
          '沙盒中試過每一種結果：`paid`、`less`、`late`、`expired`、`exception`、`cancelled`、`reversed`。',
          'You have tried every outcome in the sandbox: `paid`, `less`, `late`, `expired`, ' +
            '`exception`, `cancelled`, `reversed`.',
        ),
        line(
          '逾時後以相同單號重試或先查詢；代付絕不換號重試。',
          'After a timeout you retry with the same number or query first; a payout is never ' +
            'retried with a new number.',
        ),
        line(
          '沒有收到通知的訂單，一段時間後會主動查詢；每天對帳。',
          'If an order gets no callback for a while, you query it; you reconcile daily.',
        ),
        line(
          '紀錄中有每個請求的 `x-request-id` 與 `trade_no`，但沒有金鑰與完整帳號。',
          'Your logs have the `x-request-id` of each request and the `trade_no`, but no ' +
            'secrets or full account numbers.',
        ),
      ],
    },
  ],
}

/** What a merchant gets from a person, not from the API. */
export const askingPlatform: Chapter = {
  id: 'ask-platform',
  title: line('向平台的聯絡窗口索取', 'What to ask the platform for'),
  shortTitle: line('向平台索取', 'Ask the platform'),
  blocks: [
    {
      kind: 'folded',
      stands: 'below',
      labels: line('清單', 'The list'),
      blocks: [
        {
          kind: 'items',
          items: [
            line(
              '正式的服務位址、`uid`、API 金鑰與 `webhook_secret`；沙盒的測試商戶。',
              'The live base URL, `uid`, API secret and `webhook_secret`; a sandbox merchant of your own.',
            ),
            line(
              '`collection_events: "all"`，才會收到逾期、被拒與沖正的[通知](#callback-events)。',
              '`collection_events: "all"`, to receive [callbacks](#callback-events) for expiries, ' +
                'rejections and reversals.',
            ),
            line(
              '來源 IP 白名單：請告知您所有的出口位址。代付的餘額檢查、[速率](#rates)上限，需要時也一併提出。',
              'If you need them: an IP allow-list (give all your outgoing addresses), the balance ' +
                'check for payouts, and a higher [rate limit](#rates).',
            ),
            line(
              '費率、結算帳戶，以及[輪替金鑰](#rotate)與緊急事件的聯絡方式；詢問時附上 `x-request-id` 或 `trade_no`。',
              'Your [fee rates](#merchant-pricing), your settlement account, and whom to contact ' +
                'to [rotate your secret](#rotate) or in an emergency. When you ask, quote the ' +
                '`x-request-id` or `trade_no`.',
            ),
          ],
        },
      ],
    },
  ],
}
