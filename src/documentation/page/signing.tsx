import type { Say } from '../../units/language.ts'
import type { SigningExample } from '../worked-examples.ts'
import { nodeSigner, pythonSigner } from './code-samples.ts'
import { Chapter, Items, Program, Sample } from './page-parts.tsx'

type Props = { example: SigningExample; toleranceSeconds: number; say: Say }

/** §5: how a request is signed, with a worked example. */
export function Signing({ example, toleranceSeconds, say }: Props) {
  const { secret, unsigned, stringToSign, sign, body } = example
  return (
    <Chapter id="signing" title={say({ zh: '簽名', en: 'Signing' })}>
      <p>{say(introduction)}</p>
      <ol>
        {steps.map((step) => (
          <li>{say(step)}</li>
        ))}
      </ol>
      <h3 id="signing-example">{say({ zh: '範例', en: 'A worked example' })}</h3>
      <p>
        {say({ zh: '密鑰', en: 'Secret' })} <code>{secret}</code>
      </p>
      <Sample caption={say(captions.fields)} text={unsigned} />
      <Sample caption={say(captions.text)} text={stringToSign} />
      <Sample caption={say(captions.sign)} text={sign} />
      <Sample caption={say(captions.body)} text={body} />
      <p>{say(remark)}</p>
      <h3 id="signing-code">{say({ zh: '程式碼', en: 'In code' })}</h3>
      <Program caption="Node.js" text={nodeSigner} />
      <Program caption="Python" text={pythonSigner} />
      <h3 id="signing-details">{say({ zh: '細節', en: 'Details' })}</h3>
      <Items of={[windowOf(toleranceSeconds), ...details]} say={say} />
    </Chapter>
  )
}

const introduction = {
  zh: '平台會提供 uid 與 API 密鑰。密鑰只放在商戶後端，不可出現在網頁、App 或公開的程式庫。每個 POST 請求都帶 uid、timestamp 與 sign。',
  en:
    'The platform gives you a uid and an API secret. The secret stays on your backend: never ' +
    'in web pages, apps or public repositories. Every POST request carries uid, timestamp and ' +
    'sign.',
}

const steps = [
  {
    zh: '取所有要送出的參數，sign 除外。',
    en: 'Take every parameter to be sent, except sign.',
  },
  {
    zh: '略去值為 null 或空字串的參數；0 與 false 要保留。',
    en: 'Drop those whose value is null or the empty string; 0 and false stay.',
  },
  {
    zh: '物件或陣列（例如 extra）轉成 JSON 字串，不跳脫非 ASCII 字元與斜線，且必須與實際送出的 JSON 相同。',
    en:
      'Turn an object or array (such as extra) into a JSON string, without escaping non-ASCII ' +
      'characters or slashes; it must equal the JSON that is sent.',
  },
  {
    zh: '依參數名稱的 ASCII 順序升冪排列。',
    en: 'Sort the parameters by name, in ascending ASCII order.',
  },
  {
    zh: '寫成 name=value，以 & 連接；不做網址編碼。',
    en: 'Write them as name=value joined by &, without URL encoding.',
  },
  {
    zh: '在最後加上 &key=<API 密鑰>。',
    en: 'Append &key=<API secret>.',
  },
  {
    zh: '以 UTF-8 計算 MD5，寫成 32 位大寫十六進位，即為 sign。',
    en: 'Compute the MD5 of its UTF-8 bytes as 32 upper-case hexadecimal characters: that is sign.',
  },
]

const captions = {
  fields: { zh: '簽名前的欄位', en: 'The fields before signing' },
  text: { zh: '待簽字串', en: 'String to sign' },
  sign: { zh: 'sign', en: 'sign' },
  body: { zh: '送出的內容', en: 'The body that is sent' },
}

const remark = {
  zh: '空的 channel 沒有進入待簽字串；extra 是 JSON 原文；網址中的 & 與 / 維持原樣。',
  en:
    'The empty channel is left out; extra is its JSON text; & and / of the address stay as ' +
    'they are.',
}

const details = [
  {
    zh: '所有送出的參數都要簽名，包含 notify_url、reverse_url、extra 與本文件沒有列出的參數。',
    en:
      'Everything that is sent is signed: notify_url, reverse_url, extra, and parameters that ' +
      'this page does not name.',
  },
  {
    zh:
      '值以送出的文字簽名：送出 100.00 就簽 100.00。常見程式庫重新寫出的形式（100、100.00、緊湊的 JSON、Go 與 Gson ' +
      '的 \\u003c）也接受；內容愈大，嘗試的形式愈少。',
    en:
      'A value is signed as its text was sent: 100.00 as 100.00. The forms that common ' +
      'libraries re-write it to (100, 100.00, compact JSON, the \\u003c of Go and Gson) are ' +
      'accepted too, fewer of them the larger the body is.',
  },
  {
    zh: '表單請求以解碼後的值簽名；extra 以 JSON 文字傳送。',
    en: 'In a form the decoded values are signed; extra travels as JSON text.',
  },
  {
    zh: 'sign 不分大小寫，建議大寫。GET 端點不需簽名。',
    en: 'sign is compared in any case; upper case is recommended. GET endpoints need no signature.',
  },
  {
    zh: '重複的參數名稱、超過 8 層的巢狀與無效的 UTF-8 一律拒絕。',
    en: 'Repeated names, nesting deeper than 8 and invalid UTF-8 are refused.',
  },
]

function windowOf(seconds: number) {
  if (seconds === 0) {
    return { zh: 'timestamp 不檢查時間差。', en: 'The timestamp is not compared with the clock.' }
  }
  return {
    zh: `timestamp 與伺服器時間相差不可超過 ${seconds} 秒；13 位數視為毫秒。`,
    en:
      `The timestamp may differ from the server’s time by ${seconds} seconds; 13 digits are ` +
      `milliseconds.`,
  }
}
