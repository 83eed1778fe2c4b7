import {
  type Chapter,
  type CodeBlock,
  type Deployment,
  heading,
  line,
  note,
  same,
  type TableBlock,
  text,
} from '../blocks.ts'

/** How to create collections and payouts, and how to query their status. */
export const creating: Chapter = {
  id: 'create',
  title: line('建立與查詢訂單', 'Create and query orders'),
  shortTitle: line('建立與查詢訂單', 'Create and query'),
  blocks: [
    text(
      '代收只需要 `orderid` 與 `amount`；建議再傳 `notify_url` 與付款人的銀行帳號 `counterparty_account`，' +
        '入帳時以末五碼核對。所有欄位見[建立代收](#merchant-collections)。',
      'A collection needs only `orderid` and `amount`. Also send `notify_url` and the ' +
        'payer’s bank account as `counterparty_account`: its last five digits help to ' +
        'match the deposit. All fields: [Create a collection](#merchant-collections).',
    ),
    heading('member-pays', '會員如何付款', 'How a member pays'),
    {
      kind: 'steps',
      items: [
        line(
          '您建立付款連結或代收。建立時尚未配對收款帳戶，所以 `payment_bank_account` 是空字串。',
          'You create a link or a collection. No receiving account is assigned yet, so ' +
            '`payment_bank_account` is empty.',
        ),
        line(
          '平台配對收款帳戶：付款連結的頁面直接顯示；自行建立的代收，請[查詢](#merchant-collections-status)' +
            '直到 `payment_bank_account` 有值，再顯示給會員。',
          'The platform assigns a receiving account. A link’s page shows it; for a collection, ' +
            '[query](#merchant-collections-status) until `payment_bank_account` has a value, and show it to ' +
            'the member.',
        ),
        line('會員從自己的銀行轉帳。', 'The member transfers the money from their own bank.'),
        line(
          '平台核對入帳，送出[通知](#receive)；請依 `paid_amount` 入帳。',
          'The platform matches the deposit and sends a [callback](#receive). Credit the ' +
            'member with its `paid_amount`.',
        ),
      ],
    },
    {
      kind: 'table',
      columns: [
        line('方式', 'Method'),
        line('會員由誰得知帳號', 'Who shows the account'),
        line('到期', 'Expires'),
      ],
      rows: [
        [
          line('[付款連結](#links)', '[Payment link](#links)'),
          line('平台的頁面', 'the platform’s page'),
          line('會，見[有效期](#link-lifetime)', 'yes: [lifetime](#link-lifetime)'),
        ],
        [
          line('[建立代收](#merchant-collections)', '[API collection](#merchant-collections)'),
          line('您的頁面', 'your page'),
          line('不會', 'no'),
        ],
      ],
    },
    note(
      '請不要傳 `status`。代收傳 `succeeded` 或 `manual` 是申報您已收到的款項：通知立即成功，但查詢的 ' +
        '`confirmation` 為 `accepted` 才算數，被拒時預設不通知。代付傳 `processed` 會立即扣款，但平台不會匯款。',
      'Do not send `status`. On a collection, `succeeded` or `manual` declares money that you ' +
        'have already received: the callback reports success at once, but the money counts only ' +
        'when a query shows `confirmation: accepted`, and by default you get no callback if it ' +
        'is rejected. On a payout, `processed` debits your balance at once, but the platform ' +
        'sends no money.',
    ),
    text(
      '以任一單號查詢訂單：結果看 `status`，入帳金額看 `paid`：',
      'Query an order by any of its numbers; check `status` and credit `paid`:',
    ),
    command(
      line('查詢剛才的代收', 'Query the collection you just created'),
      'pay collections/status "orderid=$ORDER"',
    ),
    {
      kind: 'folded',
      labels: line(
        '程式碼：逾時也不會建立兩筆；查詢',
        'Code: create once, even after a timeout; query',
      ),
      blocks: [
        { kind: 'samples', region: 'create' },
        { kind: 'samples', region: 'query' },
      ],
    },
    heading('create-payout', '代付', 'Payouts'),
    text(
      '代付需要 `serial_no`、`amount` 與 `payee_name`。也務必傳 `payee_bank` 與 `payee_account`：缺少這兩欄，代付' +
        '仍會成立，但平台無法匯款（沙盒不檢查，照樣完成）。建立時凍結金額，處理後扣款，取消則釋回。失敗通知送往 ' +
        '`reverse_url`，沒有時送往 `notify_url`。',
      'A payout needs `serial_no`, `amount` and `payee_name`. Always send `payee_bank` and ' +
        '`payee_account` too: without them the payout is created, but no money can be sent (the ' +
        'sandbox does not check this). The amount is frozen at once, then debited when the ' +
        'payout is processed, or released when it is cancelled. Failures are reported to ' +
        '`reverse_url`, or to `notify_url` if you gave none.',
    ),
    command(
      line('建立代付', 'Create a payout'),
      'PAYOUT="OUT-$(date +%s)-$RANDOM"\npay payouts "serial_no=$PAYOUT" amount=50 payee_name=Wang \\\n' +
        '  payee_bank=004 payee_account=012345678901\npay payouts/status "serial_no=$PAYOUT"',
    ),
    text(
      '除非平台為您開啟餘額檢查，超過可用餘額的代付也會成立，餘額變成負數。',
      'A payout beyond your available balance is accepted and makes it negative, unless ' +
        'the platform has enabled the balance check for you.',
    ),
    heading('payout-lost', '回應遺失時，不重複出款', 'Never pay twice when a response is lost'),
    text(
      '先存下單號再送出。沒有收到回應時，切勿換單號重試，以免重複出款：請以同一單號[查詢](#timeouts)，找得' +
        '到就是已成立。在沙盒試一次：',
      'Store your number before you send the request. If no response comes, never retry with a ' +
        'new number: the payee could be paid twice. [Query the same number](#timeouts): if it is ' +
        'found, the payout exists. Try it in the sandbox:',
    ),
    command(
      line('回應遺失，但查得到代付', 'The response is lost, but the payout is found'),
      'PAYOUT="LOST-$(date +%s)-$RANDOM"\npay payouts "serial_no=$PAYOUT" amount=50 payee_name=Wang \\\n' +
        '  payee_bank=004 payee_account=012345678901 sandbox_fault=lost\n' +
        'pay payouts/status "serial_no=$PAYOUT"',
    ),
    text(
      `各語言都有一個函式這樣做，並核對金額與收款人：${payoutFunctions('、')}。`,
      'Each sample has a function that does this and compares the amount and the payee: ' +
        `${payoutFunctions(', ')}.`,
    ),
  ],
}

/** Payment links: which of the two, and how long they live. */
export function links({ linkLifetimeSeconds, matchedGraceSeconds }: Deployment): Chapter {
  return {
    id: 'links',
    title: line('付款連結', 'Payment links'),
    blocks: [
      text(
        '不必自己做付款頁面：建立連結，把會員導向 `redirect_url`。金額由您決定時用 ' +
          '[payment-links/amount](#merchant-payment-links-amount)（代收立即成立）；由會員選擇時用 ' +
          '[payment-links](#merchant-payment-links)（會員送出後才有代收）。可用的金額見 ' +
          '[payment-amounts](#merchant-payment-amounts)。',
        'If you have no payment page of your own, create a link and redirect the member to its ' +
          '`redirect_url`. With [payment-links/amount](#merchant-payment-links-amount), you set ' +
          'the amount, and the collection is created at once. With ' +
          '[payment-links](#merchant-payment-links), the member chooses the amount, and the ' +
          'collection is created when they submit it. ' +
          '[payment-amounts](#merchant-payment-amounts) lists the allowed amounts.',
      ),
      { kind: 'picture', name: 'calls' },
      { kind: 'samples', region: 'link' },
      command(
        line(
          '建立連結，再到瀏覽器開啟 `redirect_url`',
          'Create a link, then open its `redirect_url`',
        ),
        'pay payment-links/amount "merchant_order_no=LINK-$(date +%s)-$RANDOM" amount=1000 \\\n' +
          '  member_no=M-1 member_name=Wang payer_account_no=012345678901 \\\n' +
          '  notify_url=https://shop.example/notify',
      ),
      heading('link-lifetime', '連結的有效期', 'Link lifetime'),
      {
        kind: 'items',
        items: [
          line(
            `連結有效 ${minutes(linkLifetimeSeconds)} 分鐘；\`expires_at\` 是目前的到期時間。由會員選擇金額的連結，` +
              '在送出金額後重新計時。',
            `A link is valid for ${minutes(linkLifetimeSeconds)} minutes; \`expires_at\` is ` +
              'its current expiry. If the member chooses the amount, the time restarts when ' +
              'they submit it.',
          ),
          line(
            `已配到收款帳戶的，到期後再保留 ${minutes(matchedGraceSeconds)} 分鐘，等候已轉出的款項。`,
            'Once a receiving account is assigned, the link stays open for another ' +
              `${minutes(matchedGraceSeconds)} minutes after it expires, for transfers that are ` +
              'already under way.',
          ),
          line(
            '以相同內容重試，有效期間內得到同一個連結，逾期未付後得到新的。內容不同，或單號已付' +
              '款，回應 `duplicate_merchant_order_no`。兩個端點的連結各自獨立，但在其中一個付過款' +
              '的單號，另一個也不能再用。',
            'A retry with the same content returns the same link while it is valid, and a new ' +
              'one once it has expired unpaid. Different content, or a number that is already ' +
              'paid, returns `duplicate_merchant_order_no`. The two endpoints have separate ' +
              'links, but a number paid through one is taken at the other.',
          ),
          line(
            '會員送出金額之前，查詢與沙盒都回應 `order_not_found`。',
            'Until the member submits an amount, queries and the sandbox return `order_not_found`.',
          ),
          line(
            '到期後才到的款項仍可能入帳，並照常通知 `collection.completed`。',
            'Money that arrives after expiry may still be credited; you then get ' +
              '`collection.completed` as usual.',
          ),
        ],
      },
      note(
        '只把導向網址交給會員的瀏覽器。會員回到 `return_url` 不代表已付款，請以通知或查詢為準。',
        'Give only the redirect URL to the member’s browser. A member who returns to ' +
          '`return_url` has not necessarily paid: rely on the callback or a query.',
      ),
    ],
  }
}

/** What an order can become, and how to try each of that in the sandbox. */
export const settling: Chapter = {
  id: 'settle',
  title: line('在沙盒模擬訂單結果', 'Simulate outcomes in the sandbox'),
  shortTitle: line('模擬訂單結果', 'Sandbox outcomes'),
  blocks: [
    text(
      '正式環境由平台核對款項；在沙盒中，您以[簽章的請求](#merchant-sandbox-outcome)決定結果，之後的帳務、' +
        '餘額與通知都與正式環境相同：',
      'In production, the platform settles orders by matching the money. In the sandbox, you ' +
        'choose the outcome with a [signed request](#merchant-sandbox-outcome); the ledger, ' +
        'balance and callbacks then work as in production:',
    ),
    command(
      line('讓第一筆代收成功', 'Mark the first collection as paid'),
      'pay sandbox/outcome "orderid=$ORDER" outcome=paid\npay collections/status "orderid=$ORDER"',
    ),
    command(
      line('讓代付完成，再由銀行退匯', 'Complete a payout, then have the bank return it'),
      'PAYOUT="OUT-$(date +%s)-$RANDOM"\npay payouts "serial_no=$PAYOUT" amount=50 payee_name=Wang \\\n' +
        '  payee_bank=004 payee_account=012345678901\n' +
        'pay sandbox/outcome "serial_no=$PAYOUT" outcome=paid\n' +
        'pay sandbox/outcome "serial_no=$PAYOUT" outcome=reversed',
    ),
    {
      kind: 'folded',
      stands: 'below',
      labels: line('每種結果', 'All outcomes'),
      blocks: [outcomes()],
    },
    note(
      '代收的 `expired`、`cancelled`、`reversed` 只在平台將 `collection_events` 設為 `all` 時通知（`npm start`：在後台的商戶' +
        '頁面設定）。',
      'A collection that is `expired`, `cancelled` or `reversed` sends a callback only if the ' +
        'platform sets `collection_events` to `all` (`npm start`: on the merchant’s page).',
    ),
    {
      kind: 'folded',
      id: 'sandbox-faults',
      stands: 'below',
      labels: line('模擬錯誤與重複', 'Simulate errors and duplicates'),
      blocks: [faults()],
    },
  ],
}

function payoutFunctions(comma: string): string {
  return [
    'TypeScript [`createPayout`](/docs/samples/pay.ts)',
    'PHP [`createPayout`](/docs/samples/Pay.php)',
    'Python [`create_payout`](/docs/samples/pay.py)',
    'Java [`createPayout`](/docs/samples/Pay.java)',
    'Go [`CreatePayout`](/docs/samples/pay.go)',
    'C# [`CreatePayoutAsync`](/docs/samples/Pay.cs)',
  ].join(comma)
}

function outcomes(): TableBlock {
  return {
    kind: 'table',
    columns: [same('`outcome`'), line('代收', 'Collection'), line('代付', 'Payout')],
    rows: [
      [
        same('`paid`'),
        line('全額付款；`paid_amount` 可超付', 'paid in full; `paid_amount` can be more'),
        line('已出款', 'paid out'),
      ],
      [
        same('`less`'),
        line(
          '少付；可用 `paid_amount` 指定，預設為一半',
          'underpaid; `paid_amount` is optional, half by default',
        ),
        line('出款金額較少', 'paid out with a smaller amount'),
      ],
      [same('`late`'), line('到期之後才付款', 'expires, then is paid'), same('–')],
      [
        same('`expired`'),
        line(
          '逾期未付；正式環境只有付款連結會到期',
          'expires unpaid (in production, only payment links expire)',
        ),
        same('–'),
      ],
      [
        same('`exception`'),
        line('列為異常，可附 `reason`', 'marked as an exception; `reason` is optional'),
        same('–'),
      ],
      [
        same('`matched`'),
        line('等候頁顯示虛構的收款帳戶', 'the wait page shows a fictitious receiving account'),
        same('–'),
      ],
      [
        same('`cancelled`'),
        line(
          '平台不承認您申報的款項；建立時須傳 `status=succeeded`',
          'the platform rejects money you declared; the order must have been created with ' +
            '`status=succeeded`',
        ),
        line('取消，款項釋回', 'cancelled, its amount released'),
      ],
      [
        same('`reversed`'),
        line('入帳後沖正', 'reversed after settlement'),
        line('出款後銀行退匯', 'returned by the bank after it was paid out'),
      ],
    ],
  }
}

function faults(): TableBlock {
  return {
    kind: 'table',
    columns: [line('想看到', 'To see'), line('請送出', 'Send'), line('您會得到', 'You get')],
    rows: [
      [
        line('限流', 'a rate limit'),
        line('任何請求加上 `sandbox_fault=429`', 'any request with `sandbox_fault=429`'),
        line('429 與 `Retry-After`，未執行', '429 with `Retry-After`; not carried out'),
      ],
      [
        line('服務出錯', 'an outage'),
        same('`sandbox_fault=500`, `503`'),
        line('500 或 503，未執行', '500 or 503; not carried out'),
      ],
      [
        line('遺失的回應', 'a lost response'),
        same('`sandbox_fault=lost`'),
        line('500，但已執行：請以相同單號查詢', '500, but carried out: query the same number'),
      ],
      [
        line('重複的通知', 'a duplicate callback'),
        line('[重送通知](#merchant-callbacks-retry)', '[a resend](#merchant-callbacks-retry)'),
        line('相同的 `webhook-id`', 'the same `webhook-id`'),
      ],
      [
        line('遲到的通知', 'a late callback'),
        line('通知回應 500', '500 in response to the callback'),
        line('約 15 秒後再送', 'another attempt in about 15 s'),
      ],
    ],
  }
}

function command(caption: ReturnType<typeof line>, lines: string): CodeBlock {
  return { kind: 'code', caption, language: 'bash', text: lines }
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 10) / 10)
}
