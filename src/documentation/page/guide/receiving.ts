import { type CallbackExample, callbackExample } from '../../worked-examples.ts'
import { type Block, type Chapter, type Deployment, heading, line, note, text } from '../blocks.ts'

/** How to receive callbacks: verify, act once, acknowledge; and which callbacks may come. */
export function receiving({ server, inspector }: Deployment): Chapter {
  const example = callbackExample()
  const notify = `NOTIFY='${addressFor(server, inspector ?? usualInspector)}'`
  return {
    id: 'receive',
    title: line('接收通知', 'Receive callbacks'),
    blocks: [
      text(
        '訂單有結果時，本服務以 POST 將 JSON 送到 `notify_url`；代付失敗、取消或退匯時，優先送到 `reverse_url`。',
        'When an order reaches a final state, the service POSTs JSON to `notify_url`. A payout that ' +
          'fails, is cancelled or is returned goes to `reverse_url` instead, if you gave one.',
      ),
      note(
        '預設情況下，代收只在付款時通知：沖正、申報款項被拒與逾期未付都**不送通知**。上線前請平台設定 `collection_events: "all"`，' +
          '否則請[對帳](#reconcile)或查詢。付款連結回應的 `data.callback.events` 列出會收到的事件。',
        'By default, a collection sends a callback only when it is paid: a reversal, a ' +
          'rejected declaration or an unpaid expiry **sends nothing**. Before go-live, ask the ' +
          'platform for `collection_events: "all"`, or rely on the [ledger](#reconcile) and ' +
          'queries. A payment link’s response lists your events in `data.callback.events`.',
      ),
      text('接收端依序做五件事：', 'Your receiver does five things, in order:'),
      { kind: 'steps', items: steps },
      {
        kind: 'code',
        caption: line('收到的通知', 'A callback as received'),
        language: 'http',
        text: arrived(example),
      },
      {
        kind: 'folded',
        labels: line('程式碼：驗證、去重、回應', 'Code: verify, act once, respond'),
        blocks: [{ kind: 'samples', region: 'callback' }],
      },
      heading('callback-verify', '兩種簽章', 'The two signatures'),
      text(
        '兩者都以您的 API 金鑰計算。`webhook-signature` 一定會送，以它為準。若您的代理伺服器丟棄它，`sign` 只證明' +
          '內容曾經是真的，可能是他人重送的舊通知：不看 `webhook-id`，鎖定訂單後依' +
          '[查詢](#merchant-collections-status)的結果入帳。請求也有 `sign`，因此要確認 `type`、`status` 與 `uid`。',
        'Both use your API secret. `webhook-signature` is always sent: rely on it. If a proxy ' +
          'strips it, fall back to `sign`, which proves only that the body was genuine once; it ' +
          'may be a replay. So ignore `webhook-id`, lock the order, and credit what a ' +
          '[query](#merchant-collections-status) returns. Your own requests have a `sign` too, ' +
          'so check `type`, `status` and `uid`.',
      ),
      {
        kind: 'folded',
        id: 'callback-example',
        labels: line('以上例逐步計算', 'The callback above, step by step'),
        blocks: worked(example),
      },
      ...libraries(example),
      heading('callback-trust', '重複與順序', 'Duplicates and order'),
      { kind: 'items', items: trust },
      heading('callback-addresses', '來源位址', 'Source addresses'),
      text(
        '通知由 Cloudflare 的網路送出，沒有固定的來源 IP。其公布的範圍（www.cloudflare.com/ips）與其他客戶' +
          '共用，不足以證明來源：防火牆需要時可放行，但仍要驗證簽章。',
        'Callbacks come from Cloudflare’s network, with no fixed source IP. Its published ' +
          'ranges (www.cloudflare.com/ips) are shared with its other customers, so they prove ' +
          'nothing: allow them if your firewall needs an allow-list, and still verify the ' +
          'signature.',
      ),
      heading('callback-laptop', '在自己的電腦上接收', 'Receiving on your own computer'),
      { kind: 'items', items: laptop(server, inspector ?? usualInspector) },
      {
        kind: 'code',
        caption: line('要求一個真實的測試通知', 'Request a real test callback'),
        language: 'bash',
        text: `${notify}\npay sandbox/callback "notify_url=$NOTIFY"`,
      },
      heading('callback-resend', '重送通知', 'Resend a callback'),
      text(
        '沒有收到通知，或通知沒有被確認時，[查詢通知紀錄](#merchant-callbacks)列出每次嘗試與您伺服器的回應' +
          '，[重送通知](#merchant-callbacks-retry)會再送一次。貼到[第一個請求](#first-steps)的終端機：',
        'If a callback did not arrive or was not acknowledged, [List callbacks](#merchant-callbacks) ' +
          'shows each attempt and your server’s response, and [Resend a ' +
          'callback](#merchant-callbacks-retry) sends it again. Paste this into the terminal of the ' +
          '[first request](#first-steps):',
      ),
      {
        kind: 'code',
        caption: line('付款、重送、列出每次嘗試', 'Pay, resend, list each attempt'),
        language: 'bash',
        text: `${notify}\n${resend}`,
      },
      text(
        '排程、內容與全部標頭見[通知參考](#callbacks)。',
        'Schedule, bodies and all headers: [Callback reference](#callbacks).',
      ),
    ],
  }
}

const steps = [
  line('讀取原始內容的位元組，先不要解析。', 'Read the body as raw bytes, unparsed.'),
  line(
    '以原始內容驗證 `webhook-signature`，並確認 `uid` 是您的；不符時回應 401。沒有這個標頭時，改驗證 `sign`' +
      ' 並[查詢訂單](#callback-verify)。',
    'Verify `webhook-signature` over those bytes and check that `uid` is yours; if either ' +
      'fails, respond with 401. If the header is missing, verify `sign` and [query the ' +
      'order](#callback-verify).',
  ),
  line(
    '`webhook-timestamp` 與現在相差超過 5 分鐘，視為重放攻擊，回應 401：真正的通知每次都以當時的時間重新簽章。',
    'If `webhook-timestamp` differs from your clock by more than 5 minutes, respond with 401: ' +
      'it is a replay, because each attempt is signed with its own time.',
  ),
  line(
    '在同一筆資料庫交易中記下 `webhook-id`，找出訂單：代付以 `serial_no`，您建立的代收以 `orderid`，付款連結以 ' +
      '`merchant_order_no`；把已入帳金額設為 `paid_amount`（代付為 `actual_amount`）：只記差額。已記過的不再處理；找不到訂單時' +
      '什麼都不記，回應 500；[測試通知](#callback-laptop)（`TEST-…`）則回應 `success`。',
    'In one database transaction, record the `webhook-id`, find the order by `serial_no` ' +
      '(payout), `orderid` (a collection you created) or `merchant_order_no` (a payment link), ' +
      'and set its credited amount to `paid_amount` (payout: `actual_amount`), booking only the ' +
      'difference. If the id is already recorded, do nothing; if the order is unknown, record ' +
      'nothing and respond with 500, or, to a [test callback](#callback-laptop) (`TEST-…`), `success`.',
  ),
  line(
    '在 10 秒內回應 HTTP 2xx 與純文字 `success`，重複的也一樣；否則會再送。',
    'Respond with HTTP 2xx and the plain text `success` within 10 seconds, to duplicates ' +
      'too. Otherwise, the callback is sent again.',
  ),
]

const trust = [
  line(
    '同一事件每次嘗試的 `webhook-id` 都相同。付款、沖正、再付款的訂單依序是 `cb_X`、`cb_X.2`、`cb_X.3`；預' +
      '設不通知沖正，也不佔編號，再付款就是 `cb_X.2`。每個通知回報的是訂單目前的總額，累加會重複入帳；' +
      '`failed` 或 0 表示收回。',
    'All attempts of an event have the same `webhook-id`. An order that is paid, reversed and ' +
      'paid again sends `cb_X`, `cb_X.2` and `cb_X.3`; by default the reversal is not sent and ' +
      'takes no number, so the second payment is `cb_X.2`. Each callback reports the order’s ' +
      'total: adding them up would credit it twice. On `failed`, or an amount of 0, take the ' +
      'credit back.',
  ),
  line(
    '`cb_X` 是該訂單的第 1 個事件，`cb_X.N` 是第 N 個；只送最新的。請以整數比較，略過比上次處理' +
      '的更小的；不確定時以查詢為準。',
    '`cb_X` is event 1 of its order, and `cb_X.N` is event N; only the latest one is sent. ' +
      'Compare the numbers as integers, and skip an event that is lower than the last one you ' +
      'handled; if in doubt, query.',
  ),
]

const resend = `ORDER="CALL-$(date +%s)-$RANDOM"
pay collections "orderid=$ORDER" amount=100 "notify_url=$NOTIFY"
pay sandbox/outcome "orderid=$ORDER" outcome=paid
sleep 2
pay callbacks/retry type=collection "orderid=$ORDER"
sleep 2
pay callbacks "orderid=$ORDER"`

const usualInspector = 'http://127.0.0.1:8789'

const laptop = (server: string, inspector: string) => [
  isLocal(server)
    ? line(
        `本機的服務（\`npm start\`）也送往 \`http://127.0.0.1:8000/notify\` 之類的內部網址。\`${inspector}\` 是通知檢視器，` +
          '顯示送出了什麼、簽章是否正確、得到什麼回應。',
        'This local server (`npm start`) also sends to private addresses, such as ' +
          `\`http://127.0.0.1:8000/notify\`. \`${inspector}\` is a callback inspector: it shows what ` +
          'was sent, whether its signature is right, and the response.',
      )
    : line(
        '只送往公開的網址：以通道工具（例如 cloudflared 或 ngrok）把公開的 https 網址接到您的電腦，填入 `notify_url`。' +
          `以 \`npm start\` 在本機執行本服務時，內部網址也可以，\`${inspector}\` 是通知檢視器。`,
        'The sandbox only sends to public URLs: use a tunnel (such as cloudflared or ngrok) to ' +
          'connect a public https URL to your computer, and send it as `notify_url`. If you run ' +
          'the service locally with `npm start`, private addresses work too, and ' +
          `\`${inspector}\` is a callback inspector.`,
      ),
  line(
    '[測試通知](#merchant-sandbox-callback)是真實的通知，其訂單 `TEST-…` 也在帳務明細：回應 `success`，不入帳，對帳時略過。',
    'The [test callback](#merchant-sandbox-callback) is real, and its order is in your ' +
      'ledger: respond with `success`, record nothing, and skip it when you reconcile.',
  ),
]

function arrived({ headers, body }: CallbackExample): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\n')}\n\n${body}`
}

function worked(example: CallbackExample): Block[] {
  const { headers, stringToSign, sign, signedContent } = example
  return [
    {
      kind: 'code',
      caption: line(
        'webhook-signature：以 API 金鑰對「編號.時間.原始內容」計算 HMAC-SHA256，再取 Base64',
        'webhook-signature: the HMAC-SHA256 of id.timestamp.raw body with the API secret, in ' +
          'Base64',
      ),
      language: 'text',
      text: `${signedContent}\n\n→ ${headers['webhook-signature']}`,
    },
    {
      kind: 'code',
      caption: line('sign：與請求相同的規則', 'sign: the same rule as for requests'),
      language: 'text',
      text: `${stringToSign}\n\n→ ${sign}`,
    },
  ]
}

function libraries({ webhookSecret }: CallbackExample): Block[] {
  return [
    text(
      '[輪替金鑰](#rotate)期間 `webhook-signature` 有兩個值，以空白分隔，符合其一即可。它符合 Standard Webhooks 1.0.0，可用現成的' +
        '函式庫，金鑰請給 `webhook_secret`（與 API 金鑰一同提供），不可直接給 API 金鑰：它是 `whsec_` 加上 API 金鑰位元組的 ' +
        `Base64，此例為 \`${webhookSecret}\`。`,
      'While you [rotate your secret](#rotate), `webhook-signature` has two values separated by ' +
        'a space; one match is enough. It follows Standard Webhooks 1.0.0, so existing libraries work: ' +
        'give them the `webhook_secret` that comes with the API secret, not the API secret ' +
        'itself. It is `whsec_` followed by the Base64 of the API secret’s bytes, here ' +
        `\`${webhookSecret}\`.`,
    ),
    note(
      '比對簽章請用固定時間的函式（例如 `hash_equals`、`timingSafeEqual`）。',
      'Compare signatures with a constant-time function (`hash_equals`, `timingSafeEqual`).',
    ),
  ]
}

// The inspector of `npm start`, else a place for the reader's own.
function addressFor(server: string, inspector: string): string {
  return isLocal(server) ? `${inspector}/notify` : 'https://shop.example/notify'
}

function isLocal(server: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost)(?::|$)/.test(server)
}
