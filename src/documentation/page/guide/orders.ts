import {
  type ChapterWords,
  type CodeBlock,
  type Deployment,
  heading,
  line,
  note,
  same,
  text,
} from '../blocks.ts'

/** Creating collections and payouts, and asking how they stand. */
export const creating: ChapterWords = {
  id: 'create',
  title: line('建立與查詢訂單', 'Create and query orders'),
  blocks: [
    text(
      '代收只需要 `orderid` 與 `amount`；建議再傳 `notify_url` 與付款人的銀行帳號 `counterparty_account`，' +
        '人員以末五碼核對入帳。所有欄位見[建立代收](#merchant-collections)。',
      'A collection needs `orderid` and `amount` only. Send `notify_url`, too, and the payer’s bank ' +
        'account as `counterparty_account`, whose last five digits confirm the deposit. All fields: ' +
        '[Create a collection](#merchant-collections).',
    ),
    { kind: 'samples', region: 'create' },
    note(
      '請不要傳 `status`：`succeeded` 與 `manual` 是您自行申報的款項，通知立即成功，但要等查詢的 `confirmation` 為 ' +
        '`accepted` 才算數，被拒預設不會通知。',
      'Leave `status` out. A collection that is created as `succeeded` or `manual` is money that you ' +
        'declare to have received: its callback says success at once, but it counts only when ' +
        '`confirmation` of a query is `accepted`, and by default a rejection is not told.',
    ),
    text(
      '查詢以任一單號指定訂單。判斷結果請看 `status`，入帳金額請看 `paid`：',
      'A query names the order by any of its numbers. Go by `status`, and credit `paid`:',
    ),
    { kind: 'samples', region: 'query' },
    command(
      line('查詢剛才的代收', 'Query the collection from before'),
      'pay collections/status "orderid=$ORDER"',
    ),
    heading('create-payout', '代付', 'A payout'),
    text(
      '代付需要 `serial_no`、`amount` 與 `payee_name`。建立時凍結該金額，處理後扣款，取消則釋回；失敗通知送往 ' +
        '`reverse_url`。',
      'A payout needs `serial_no`, `amount` and `payee_name`. Its amount is frozen at once, debited ' +
        'when it is processed, and released when it is cancelled, which is told to `reverse_url`.',
    ),
    command(
      line('建立代付', 'Create a payout'),
      'PAYOUT="OUT-$(date +%s)-$RANDOM"\npay payouts "serial_no=$PAYOUT" amount=50 payee_name=Wang \\\n' +
        '  payee_bank=004 payee_account=012345678901\npay payouts/status "serial_no=$PAYOUT"',
    ),
    note(
      '除非平台為您開啟餘額檢查，超過可用餘額的代付也會成立，餘額成為負數。',
      'Unless the platform has turned the balance check on for you, a payout beyond your balance is ' +
        'accepted, and the balance becomes negative.',
    ),
    note(
      '代付逾時未得到回應時，切勿換新的單號重送，否則可能出款兩次；見[逾時與重送](#timeouts)。',
      'When a payout times out, never repeat it under a new number: it would be paid twice. See ' +
        '[Time-outs and repeating](#timeouts).',
    ),
  ],
}

/** Payment links: which of the two, and how long they live. */
export function links({ linkLifetimeSeconds, matchedGraceSeconds }: Deployment): ChapterWords {
  return {
    id: 'links',
    title: line('付款連結', 'Payment links'),
    blocks: [
      text(
        '不必自己做付款頁面：建立連結，把會員導向 `redirect_url`。金額由您決定時用 ' +
          '[payment-links/amount](#merchant-payment-links-amount)（代收立即成立）；由會員在頁面選擇時用 ' +
          '[payment-links](#merchant-payment-links)（會員送出後才有代收）。可用金額先查 ' +
          '[payment-amounts](#merchant-payment-amounts)。',
        'You need no payment page of your own: make a link and send the member to `redirect_url`. ' +
          'Where you decide the amount, use [payment-links/amount](#merchant-payment-links-amount), ' +
          'which creates the collection at once; where the member picks it on the page, ' +
          '[payment-links](#merchant-payment-links), which creates it when they submit. ' +
          '[payment-amounts](#merchant-payment-amounts) tells the amounts that are allowed.',
      ),
      { kind: 'samples', region: 'link' },
      command(
        line(
          '建立連結，再到瀏覽器開啟 `redirect_url`',
          'Make a link, then open its redirect_url in a browser',
        ),
        'pay payment-links/amount "merchant_order_no=LINK-$(date +%s)-$RANDOM" amount=1000 \\\n' +
          '  member_no=M-1 member_name=Wang payer_account_no=012345678901 \\\n' +
          '  notify_url=https://shop.example/notify',
      ),
      heading('link-lifetime', '連結的有效期', 'How long a link lives'),
      {
        kind: 'items',
        items: [
          line(
            `連結有效 ${minutes(linkLifetimeSeconds)} 分鐘；\`expires_at\` 是目前的到期時間。由會員選擇金額的連結，` +
              '在送出金額後重新計時。',
            `A link lives ${minutes(linkLifetimeSeconds)} minutes; \`expires_at\` says until when. One ` +
              'where the member picks the amount begins anew once they have submitted it.',
          ),
          line(
            `已配到收款帳戶的，到期後再保留 ${minutes(matchedGraceSeconds)} 分鐘，等候已轉出的款項。`,
            'Once a receiving account is matched, it lives ' +
              `${minutes(matchedGraceSeconds)} minutes longer, for transfers that are under way.`,
          ),
          line(
            '有效期間內，以相同內容重送會得到同一個連結；不同內容，或已付款的單號，為 ' +
              '`duplicate_merchant_order_no`；逾時未付後則得到新的連結。',
            'While it lives, the same content again gives the same link; other content, or a number ' +
              'that is paid, is `duplicate_merchant_order_no`; after it has ended unpaid there is a ' +
              'new one.',
          ),
          line(
            '由會員選擇金額的連結，在會員送出之前沒有代收：查詢與沙盒都回應 `order_not_found`。',
            'Where the member picks the amount there is no collection until they submit it: a query ' +
              'and the sandbox answer `order_not_found`.',
          ),
          line(
            '逾時才到的款項仍可能入帳，並照常通知 `collection.completed`。',
            'Money that comes late may still be settled, and is told as ever, as ' +
              '`collection.completed`.',
          ),
        ],
      },
      note(
        '只把導向網址交給會員的瀏覽器。會員回到 `return_url` 不代表已付款，請以通知或查詢為準。',
        'Only the redirect address goes to the member’s browser. A member who comes back to ' +
          '`return_url` has not necessarily paid: go by the callback or a query.',
      ),
    ],
  }
}

/** What an order can become, and how to try each of that in the sandbox. */
export const settling: ChapterWords = {
  id: 'settle',
  title: line('在沙盒中結案', 'Settle it in the sandbox'),
  blocks: [
    text(
      '正式環境由平台人員核對入帳與出款。在沙盒中，您以[簽名的請求](#merchant-sandbox-outcome)決定結果，' +
        '之後的入帳、餘額與通知都和真的一樣：',
      'Real orders are settled by people of the platform, who match the money. In the sandbox a ' +
        '[signed request](#merchant-sandbox-outcome) of yours decides; the books, the balance and ' +
        'the callback are then as real:',
    ),
    command(
      line('讓第一筆代收成功', 'Let the first collection be paid'),
      'pay sandbox/outcome "orderid=$ORDER" outcome=paid\npay collections/status "orderid=$ORDER"',
    ),
    command(
      line('讓代付完成，再由銀行退回', 'Let the payout be paid out, then come back'),
      'PAYOUT="OUT-$(date +%s)-$RANDOM"\npay payouts "serial_no=$PAYOUT" amount=50 payee_name=Wang \\\n' +
        '  payee_bank=004 payee_account=012345678901\n' +
        'pay sandbox/outcome type=payout "serial_no=$PAYOUT" outcome=paid\n' +
        'pay sandbox/outcome type=payout "serial_no=$PAYOUT" outcome=reversed',
    ),
    {
      kind: 'table',
      columns: [same('`outcome`'), line('代收', 'Collection'), line('代付', 'Payout')],
      rows: [
        [same('`paid`'), line('全額付款', 'paid in full'), line('已出款', 'paid out')],
        [
          same('`less`'),
          line('少付，`paid_amount` 可指定', 'paid with less; `paid_amount` says how much'),
          line('出款金額較少', 'paid out with less'),
        ],
        [same('`late`'), line('逾時之後才付款', 'ends unpaid, then is paid'), same('–')],
        [same('`expired`'), line('逾時未付', 'ends unpaid'), same('–')],
        [
          same('`exception`'),
          line('列為異常，可附 `reason`', 'put aside, with a `reason`'),
          same('–'),
        ],
        [
          same('`matched`'),
          line('等待頁顯示虛構的收款帳戶', 'its wait page shows a made-up account'),
          same('–'),
        ],
        [
          same('`cancelled`'),
          line(
            '申報的款項被拒；建立時須給 `status=succeeded`',
            'declared money is rejected; only of one created with `status=succeeded`',
          ),
          line('取消，款項釋回', 'cancelled, its money released'),
        ],
        [
          same('`reversed`'),
          line('入帳後沖正', 'reversed after it was settled'),
          line('出款後被銀行退回', 'sent back by the bank'),
        ],
      ],
    },
    text(
      '查詢代收的 `status`：`paid` 為 `PAID`；`less`、`late` 以及其他結果之後再付款為 `MANUAL PAID`；`expired`、`exception`、' +
        '`cancelled`、`reversed` 為 `EXCEPTION`，`data.reason` 是原因。',
      'What `status` of a collection’s query then says: `PAID` after `paid`; `MANUAL PAID` after `less` ' +
        'and `late`, and where it is paid after another outcome; `EXCEPTION` after `expired`, ' +
        '`exception`, `cancelled` and `reversed`, with the reason in `data.reason`.',
    ),
    heading('settle-states', '訂單的狀態', 'What becomes of an order'),
    { kind: 'picture', name: 'collection-states' },
    { kind: 'picture', name: 'payout-states' },
    text(
      '入帳一律依實付金額：代收的 `paid_amount`（查詢的 `paid`）可能與 `amount` 不同。所有值的意義見[狀態](#states)。',
      'Credit what was paid: `paid_amount` of a collection (`paid` of a query) may differ from ' +
        '`amount`. [Status values](#states) has the meaning of each.',
    ),
  ],
}

function command(caption: ReturnType<typeof line>, lines: string): CodeBlock {
  return { kind: 'code', caption, language: 'bash', text: lines }
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 10) / 10)
}
