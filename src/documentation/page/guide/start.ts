import {
  type Block,
  type Chapter,
  type Deployment,
  line,
  same,
  type TableBlock,
  text,
} from '../blocks.ts'
import { payFunction, powershellRequest, sandboxSettings } from './commands.ts'

/** What the service does, and who calls whom. */
export function overview({ server, sandbox }: Deployment): Chapter {
  const shared =
    sandbox === null
      ? line('', '')
      : line(
          `；沙盒的 \`uid\`：\`${sandbox.uid}\`，金鑰：\`${sandbox.secret}\``,
          `; sandbox \`uid\`: \`${sandbox.uid}\`, secret: \`${sandbox.secret}\``,
        )
  const where: Block[] =
    server === '/'
      ? []
      : [text(`服務位址：\`${server}\`${shared.zh}`, `Base URL: \`${server}\`${shared.en}`)]
  return {
    id: 'overview',
    title: line('概觀', 'Overview'),
    blocks: [
      text(
        '本服務替商戶收款與出款。您的後端送出已簽章的 HTTPS 請求，建立代收（收款）、代付（出款' +
          '）或付款連結（您的客戶，即會員，在付款頁面付款）。訂單有結果時，本服務會把通知送到您的' +
          '網址。',
        'This service receives payments and sends payouts for you. Your backend sends signed ' +
          'HTTPS requests to create collections (money in), payouts (money out) and payment ' +
          'links, which take a member (your customer) to a page where they pay. When an order ' +
          'reaches a final state, the service sends a callback to your URL.',
      ),
      ...where,
      text(
        '第一次串接約需一小時：從下方的第一個請求開始，依序做到[上線檢查表](#go-live)。最常查閱：' +
          '[建立代收](#merchant-collections)、[查詢代收](#merchant-collections-status)、' +
          '[建立代付](#merchant-payouts)、[查詢代付](#merchant-payouts-status)、[接收通知](#receive)、' +
          '[錯誤](#errors)。',
        'A first integration takes about an hour: start with the first request below and ' +
          'follow the guide to the [go-live checklist](#go-live). Most used: ' +
          '[Create a collection](#merchant-collections), ' +
          '[Query a collection](#merchant-collections-status), ' +
          '[Create a payout](#merchant-payouts), [Query a payout](#merchant-payouts-status)' +
          ', [Receive callbacks](#receive), [Errors](#errors).',
      ),
    ],
  }
}

/** One block that works as pasted. */
export function firstRequest(deployment: Deployment): Chapter {
  return {
    id: 'first-steps',
    title: line('第一個請求', 'First request'),
    blocks: [
      text(
        '貼到終端機執行（需要 bash 或 zsh、curl 與 openssl）：`pay` 會簽章並送出請求，在沙盒建立一筆 NT$' +
          '100 的代收。金額單位是新臺幣元（`100`、`99.5`），不是分。',
        'Paste this into a terminal with bash or zsh, curl and openssl. The function `pay` ' +
          'signs and sends a request; here it creates a collection of NT$100 in the sandbox. ' +
          'Amounts are in NT$ (`100`, `99.5`), never in cents.',
      ),
      ...howToGet(deployment),
      {
        kind: 'code',
        caption: line('第一個請求', 'The first request'),
        language: 'bash',
        text: line(firstBlock(deployment, 'zh-TW'), firstBlock(deployment, 'en')),
      },
      {
        kind: 'folded',
        labels: line('在 Windows 上以 PowerShell', 'On Windows, in PowerShell'),
        blocks: [
          {
            kind: 'code',
            caption: line('同一個請求', 'The same request'),
            language: 'powershell',
            text: line(powershellRequest(deployment, 'zh-TW'), powershellRequest(deployment, 'en')),
          },
          text(
            '本頁其他指令需要 bash，例如 WSL 或 Git Bash。',
            'The other commands on this page need bash, such as WSL or Git Bash.',
          ),
        ],
      },
      {
        kind: 'code',
        caption: line('回應', 'The response'),
        language: 'json',
        fits: 'answer /api/v1/merchant/collections',
        text: createdAnswer,
      },
      text(
        '`ok` 為 1 表示成功；為 0 時看 `error` 的代碼，處理方式見[錯誤](#errors)。沙盒會以 `ignored_fields`' +
          ' 列出被忽略的未知參數，例如拼錯的。本頁其他指令請在同一個終端機執行，會沿用 `pay` 與 `$ORDER`。',
        '`ok` is 1 on success. If it is 0, `error` holds a code: see [Errors](#errors). In the ' +
          'sandbox, `ignored_fields` lists parameters that were ignored because their names are ' +
          'unknown, for example misspelt. Run the other commands on this page in the same ' +
          'terminal: they reuse `pay` and `$ORDER`.',
      ),
      ...shared(deployment),
    ],
  }
}

function firstBlock(deployment: Deployment, language: 'zh-TW' | 'en'): string {
  return `${sandboxSettings(deployment)}

${payFunction(language)}

ORDER="FIRST-$(date +%s)-$RANDOM"
pay collections "orderid=$ORDER" amount=100`
}

function howToGet({ sandbox }: Deployment): Block[] {
  if (sandbox !== null) return []
  return [
    text(
      '請先向平台的聯絡窗口索取沙盒的 `uid` 與 API 金鑰，取代尖括號的內容。',
      'Ask your contact at the platform for a sandbox `uid` and API secret, and replace ' +
        'the angle brackets with them.',
    ),
  ]
}

function shared({ sandbox }: Deployment): Block[] {
  if (sandbox === null) return []
  return [
    text(
      '沙盒不動用真實款項。本頁的測試商戶是所有讀者共用的，餘額與帳務會有別人的訂單；請向平台的聯絡窗口索取' +
        '自己的測試商戶，以及正式的服務位址、`uid` 與金鑰。',
      'No real money moves in the sandbox. Everyone shares this page’s sandbox merchant, ' +
        'so its balance and ledger include other people’s orders. Ask your contact at the ' +
        'platform for your own, and for the live base URL, `uid` and secret.',
    ),
  ]
}

const createdAnswer = JSON.stringify(
  {
    ok: 1,
    message: 'success',
    data: {
      id: 1_763_800_000_123_456,
      orderid: 'FIRST-1763800000-20417',
      merchant_order_no: 'FIRST-1763800000-20417',
      status: 'pending',
      amount: 100,
      paid_amount: 0,
      payment_bank_account: '',
      counterparty_account: '',
      trade_no: 'C0ABCDEFGHJK0123456789MNPQR',
    },
  },
  null,
  2,
)

/** Where a merchant's numbers come from, and which to keep. */
export const numbers: Chapter = {
  id: 'numbers',
  title: line('七種編號', 'The seven IDs'),
  blocks: [
    text(
      '請保存兩個：您自己的單號（`orderid`、`serial_no`，付款連結為 `merchant_order_no`），重試時不會重複建立；以及平台的 ' +
        '`trade_no`，用於查詢、對帳與聯絡平台。',
      'Store two: your own number (`orderid`, `serial_no`, or `merchant_order_no` of a payment ' +
        'link), which makes retries safe, and the platform’s `trade_no`, for queries, reconciliation and support.',
    ),
    {
      kind: 'folded',
      stands: 'below',
      labels: line('所有編號', 'All numbers'),
      blocks: [
        text(
          '`tradeNo` 與 `orderNo` 是舊版（v6.0）的名稱，新的程式不需要。`tradeNo` 就是 `trade_no`：請求兩者都接受；查詢回應的最外層' +
            '是 `tradeNo`，其他各處是 `trade_no`。查詢回應的 `orderNo` 等於 `data.merchant_order_no`；請求中的 `orderNo` 代表您的單號。',
          '`tradeNo` and `orderNo` are v6.0 names that new code does not need. `tradeNo` is `trade_no`: ' +
            'requests take either; the top level of a query’s response has `tradeNo`, and all other responses ' +
            'have `trade_no`. In a query’s response, `orderNo` is `data.merchant_order_no`; in a request, ' +
            'it stands for your own number.',
        ),
        allNumbers(),
      ],
    },
  ],
}

function allNumbers(): TableBlock {
  return {
    kind: 'table',
    columns: [
      line('編號', 'Number'),
      line('由誰產生', 'Assigned by'),
      line('是什麼', 'Meaning'),
      line('出現在', 'Appears in'),
    ],
    rows: [
      [
        same('`orderid`'),
        line('您；連結的代收由平台產生', 'you; the platform for a collection from a link'),
        line('代收單號，同一商戶不可重複', 'collection number, unique per merchant'),
        line('代收的請求、回應、通知、帳務', 'collections: requests, responses, callbacks, ledger'),
      ],
      [
        same('`serial_no`'),
        line('您', 'you'),
        line('代付單號，同一商戶不可重複', 'payout number, unique per merchant'),
        line('代付的請求、回應、通知、帳務', 'payouts: requests, responses, callbacks, ledger'),
      ],
      [
        same('`merchant_order_no`'),
        line('您；未傳時等於上兩者', 'you; defaults to the number above'),
        line(
          '您系統裡的訂單號。代收與代付可重複；付款連結以它辨認重試',
          'the order number in your system. May repeat for collections and payouts; ' +
            'identifies a payment link when you retry',
        ),
        line(
          '所有請求、回應與通知；連結必存',
          'all requests, responses and callbacks; keep it for links',
        ),
      ],
      [
        same('`trade_no`'),
        line('平台', 'the platform'),
        line(
          '平台交易號，`C` 開頭為代收，`P` 開頭為代付，全平台唯一',
          'the platform’s transaction number: `C…` for a collection, `P…` for a payout; ' +
            'unique across the platform',
        ),
        line(
          '回應、代收通知、帳務；代付通知沒有，請用 `serial_no`',
          'responses, collection callbacks, ledger; not in payout callbacks: use `serial_no`',
        ),
      ],
      [
        same('`tradeNo`'),
        line('平台', 'the platform'),
        line(
          '與 `trade_no` 是同一個值，舊版的名稱',
          'the same value as `trade_no`, under its v6.0 name',
        ),
        line('查詢的請求與回應', 'query requests and responses'),
      ],
      [
        same('`orderNo`'),
        line('您', 'you'),
        line(
          '舊版名稱：請求中是單號，查詢回應中是 `merchant_order_no`',
          'a v6.0 name: your number in requests, `merchant_order_no` in query responses',
        ),
        line('舊版請求、查詢回應', 'requests with v6.0 names, query responses'),
      ],
      [
        same('`id`'),
        line('平台', 'the platform'),
        line(
          '平台內部編號，不能用來查詢',
          'the platform’s internal number; cannot be used in queries',
        ),
        line('回應', 'responses'),
      ],
    ],
  }
}
