import { type SigningExample, signingExample } from '../../worked-examples.ts'
import {
  type Block,
  type Chapter,
  type Deployment,
  heading,
  line,
  note,
  same,
  text,
} from '../blocks.ts'
import { installingClient } from './client-package.ts'

/** §5: how a request is signed, with a worked example. */
export function signing({ server, toleranceSeconds }: Deployment): Chapter {
  return {
    id: 'signing',
    title: line('簽章', 'Signing'),
    blocks: [
      text(
        '平台會提供 `uid` 與 API 金鑰。每個 POST 請求都帶 `uid`、`timestamp`（UNIX 秒）與 `sign`；`sign` 這樣計算：',
        'The platform gives you a `uid` and an API secret. Every POST request carries `uid`, ' +
          '`timestamp` (UNIX seconds) and `sign`, which you compute as follows:',
      ),
      { kind: 'steps', items: steps },
      note(
        '金鑰只放在您的後端，不可出現在網頁、App 或公開的儲存庫。',
        'Keep the secret on your backend: never put it in web pages, apps or public ' +
          'repositories.',
      ),
      heading('signing-example', '範例', 'A worked example'),
      ...workedOut(signingExample()),
      heading('signing-code', '程式碼', 'Code'),
      { kind: 'samples', region: 'sign' },
      ...installingClient(server),
      heading('signing-details', '細節', 'Details'),
      { kind: 'items', items: [windowOf(toleranceSeconds), ...details] },
    ],
  }
}

/** The chapter with the console and the signature doctor. */
export function tryIt(deployment: Deployment): Chapter {
  return {
    id: 'try',
    title: line('試試看', 'Try it'),
    blocks: [
      text(
        '填入欄位，看 `sign` 如何算出，再送往沙盒；或找出一個 `sign` 錯在哪裡。計算只在您的瀏覽器進行，金鑰' +
          '不會離開本頁。',
        'Fill in a request, watch its `sign` take shape and send it to the sandbox, or ' +
          'find out what is wrong with a `sign`. All of it is computed in your browser; ' +
          'the secret never leaves this page.',
      ),
      heading('console', '送出請求', 'Send a request'),
      {
        kind: 'tool',
        blocks: [
          {
            kind: 'form',
            form: 'console',
            deployment,
            withoutScript: line(
              '這裡需要 JavaScript；沒有時，請使用上方的指令。',
              'This needs JavaScript. Without it, use the commands above.',
            ),
          },
        ],
      },
      heading('doctor', '簽章診斷', 'Signature doctor'),
      {
        kind: 'tool',
        blocks: [
          text(
            '收到 `signature_error` 時，貼上送出的內容與金鑰：這裡以伺服器驗證簽章的同一份程式找出錯誤。通' +
              '知驗證失敗時，也貼上標頭 `webhook-id`、`webhook-timestamp` 與 `webhook-signature`。測試商戶的' +
              '錯誤附有伺服器的待簽字串 `data.string_to_sign`，可逐字比對。',
            'Got a `signature_error`? Paste the body you sent and your secret: the doctor ' +
              'finds the mistake with the server’s own verification code. If a callback does not ' +
              'verify, paste its headers too (`webhook-id`, `webhook-timestamp`, ' +
              '`webhook-signature`). For test merchants, `data.string_to_sign` of the error is ' +
              'the string the server signed: compare it with yours.',
          ),
          {
            kind: 'form',
            form: 'doctor',
            deployment,
            withoutScript: line(
              '簽章診斷需要 JavaScript。',
              'The signature doctor needs JavaScript.',
            ),
          },
          {
            kind: 'folded',
            labels: line('認得的錯誤', 'Mistakes it recognises'),
            blocks: [{ kind: 'mistakes' }],
          },
        ],
      },
    ],
  }
}

const steps = [
  line(
    '取所有要送出的參數，`sign` 除外；本頁沒有列出的也算。',
    'Take every parameter you send except `sign`, including any that this page does not list.',
  ),
  line(
    '略去值為 `null` 或空字串的參數；`0` 與 `false` 要保留。',
    'Drop parameters whose value is `null` or an empty string; keep `0` and `false`.',
  ),
  line(
    '物件或陣列（例如 `extra`）轉成 JSON 字串，不跳脫非 ASCII 字元與斜線，且必須與實際送出的 JSON 相同。',
    'Convert objects and arrays (such as `extra`) to JSON without escaping non-ASCII ' +
      'characters or slashes, exactly as you send them.',
  ),
  line(
    '依參數名稱的 ASCII 順序升冪排列。',
    'Sort the parameters by name, in ascending ASCII order.',
  ),
  line(
    '寫成 `name=value`，以 `&` 連接；不做網址編碼。',
    'Write each as `name=value` and join them with `&`, without URL encoding.',
  ),
  line('在最後加上 `&key=<API 金鑰>`。', 'Append `&key=<API secret>`.'),
  line(
    '以 UTF-8 計算 MD5，寫成 32 位大寫十六進位，即為 `sign`。',
    'Compute the MD5 of the UTF-8 bytes, as 32 uppercase hex characters: this is `sign`.',
  ),
]

function workedOut({ secret, unsigned, stringToSign, sign, body }: SigningExample): Block[] {
  const sample = (caption: ReturnType<typeof line>, value: string): Block => {
    return { kind: 'code', caption, language: 'text', text: value }
  }
  return [
    text(
      `本頁所有 JSON 與通知的範例都屬於商戶 \`DEMO0001\`，金鑰為 \`${secret}\`。請簽下列欄位，逐字比對每一步：`,
      'Every JSON and callback example on this page belongs to the merchant `DEMO0001` with the ' +
        `secret \`${secret}\`. Sign these fields, and compare each step character by character:`,
    ),
    sample(line('簽章前的欄位', 'Fields before signing'), unsigned),
    sample(line('待簽字串', 'String to sign'), stringToSign),
    sample(same('sign'), sign),
    sample(line('送出的內容', 'Request body'), body),
    text(
      '空的 `channel` 沒有進入待簽字串；`extra` 是 JSON 原文；網址中的 `&` 與 `/` 維持原樣。',
      'The empty `channel` is left out, `extra` is the JSON text as sent, and the URL ' +
        'keeps its `&` and `/`.',
    ),
  ]
}

const details = [
  line(
    '值以送出的文字簽章：送出 `100.00` 就簽 `100.00`。常見函式庫改寫的形式（`100`、`100.00`、緊湊的 JSON、' +
      'Go 與 Gson 的 `\\u003c`）也接受，但內容愈大，嘗試的形式愈少。',
    'Sign each value exactly as you send it: `100.00` as `100.00`. The server also accepts the ' +
      'forms that common libraries produce (`100`, `100.00`, compact JSON, `\\u003c` from Go and ' +
      'Gson), but tries fewer of them for larger bodies.',
  ),
  line(
    '表單請求以解碼後的值簽章；`extra` 以 JSON 文字傳送。',
    'In form requests, sign the decoded values; send `extra` as JSON text.',
  ),
  line(
    '重複的參數名稱與無效的 UTF-8 一律拒絕。',
    'Duplicate parameter names and invalid UTF-8 are rejected.',
  ),
]

function windowOf(seconds: number) {
  if (seconds === 0) {
    return line('`timestamp` 不檢查時間差。', '`timestamp` is not checked against the clock.')
  }
  return line(
    `\`timestamp\` 與伺服器時間相差不可超過 ${seconds} 秒；13 位數視為毫秒。`,
    `\`timestamp\` may differ from the server’s time by at most ${seconds} seconds; a value ` +
      'of 13 digits is read as milliseconds.',
  )
}
