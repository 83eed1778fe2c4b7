import { earlierSignedNames, signedFields, signedRefusals } from '../../../contract/endpoint.ts'
import { fieldsOf } from '../../described-endpoints.ts'
import { sampleLanguages } from '../../samples/samples.ts'
import { versions } from '../../versions.ts'
import { type Chapter, heading, line, text } from '../blocks.ts'
import { fieldTable } from './fields.ts'

/** The common rules of all endpoints: fields, answers, refusals, languages and versions. */
export function commonReference(): Chapter {
  return {
    id: 'common',
    title: line('共同欄位與錯誤', 'Common fields and errors'),
    blocks: [
      text(
        '一律使用 HTTPS。請求為 JSON（`Content-Type: application/json`）或表單（`application/x-www-form-urlencoded`），' +
          '回應為 JSON。POST 端點都有這三個欄位，GET 端點不需簽章：',
        'Always use HTTPS. Requests are JSON (`Content-Type: application/json`) or forms ' +
          '(`application/x-www-form-urlencoded`); responses are JSON. Every POST request has these ' +
          'three fields; GET requests need no signature:',
      ),
      fieldTable(fieldsOf(signedFields)),
      text(
        `舊版名稱也接受：${earlierSignedNames.map(arrow).join('、')}。`,
        `Earlier names are also accepted: ${earlierSignedNames.map(arrow).join(', ')}.`,
      ),
      heading('common-answer', '回應', 'Responses'),
      {
        kind: 'items',
        items: [
          line(
            '成功：HTTP 200，`ok` 為 1，`message` 為 `success`，再加上各端點列出的內容。',
            'Success: HTTP 200 with `ok: 1`, `message: success` and the fields of the endpoint.',
          ),
          line(
            '失敗：`ok` 為 0，`error` 為代碼，內容見[錯誤](#errors)。',
            'Failure: `ok: 0` and a code in `error`; see [Errors](#errors).',
          ),
          line(
            '拼錯的參數（`notify_ulr`）仍要簽章，但會被忽略；測試商戶的回應以 `ignored_fields` 列出。',
            'An unknown parameter, such as a misspelt `notify_ulr`, must be signed but is ' +
              'ignored; test merchants see it in `ignored_fields`.',
          ),
          line(
            '每個回應都有標頭 `x-request-id`；聯絡平台時請提供。',
            'Every response has the header `x-request-id`: quote it when you ask for help.',
          ),
        ],
      },
      heading('common-errors', '每個端點都可能回應的錯誤', 'Errors that any endpoint can return'),
      text(`${links('、')}。`, `${links(', ')}.`),
      heading('language', '訊息的語言', 'Message language'),
      text(
        '`message` 與 `errors` 預設為繁體中文；請求帶 `Accept-Language: en` 時為英文。代碼不變。',
        '`message` and `errors` are in Traditional Chinese by default, and in English with ' +
          '`Accept-Language: en`. Codes stay the same.',
      ),
      {
        kind: 'code',
        caption: line('以英文回應的錯誤', 'An error in English'),
        language: 'bash',
        text: `curl -sS "$PAY_API/api/v1/merchant/balance" -H 'Accept-Language: en' \\
  -H 'Content-Type: application/json' -d '{}'`,
      },
      {
        kind: 'code',
        caption: line('無需簽章的清單', 'A list that needs no signature'),
        language: 'bash',
        text: line(bankList('zh-TW'), bankList('en')),
      },
      heading('versions', '版本與狀態', 'Versions and health'),
      {
        kind: 'items',
        items: [
          line(
            `本文件 ${versions.page} 與 [OpenAPI](/openapi.json) ${versions.machineReadable} 都描述 \`/api/v1/\`，v6.0 是舊版協定。` +
              '[變更紀錄](/docs/changes?lang=zh)依版本列出。',
            `This page, ${versions.page}, and [OpenAPI](/openapi.json) ${versions.machineReadable} ` +
              'describe `/api/v1/`; v6.0 is the earlier protocol. ' +
              '[Changes by version](/docs/changes?lang=en).',
          ),
          line(
            '本頁與 [Markdown](/docs/merchant-api.md?code=go) 版都接受 ' +
              `\`?lang=zh&code=go\`；\`code\` 為 ${codes('、')}。`,
            'This page and its [Markdown](/docs/merchant-api.md?lang=en&code=go) take ' +
              `\`?lang=en&code=go\`, where \`code\` is ${codes(', ')}.`,
          ),
          line(
            '`GET /health` 供監控使用，不需簽章：200 附 `sweep_age_seconds`（距最近一次通知巡查的秒數）；資' +
              '料庫沒有回應，或超過三分鐘沒有巡查時為 503。',
            '`GET /health` is for monitoring and needs no signature: 200 with ' +
              '`sweep_age_seconds`, the seconds since the last callback sweep; 503 if the ' +
              'database does not respond or the last sweep is over three minutes old.',
          ),
        ],
      },
    ],
  }
}

function arrow([earlierName, current]: readonly [string, string]): string {
  return `\`${earlierName}\` = \`${current}\``
}

function links(comma: string): string {
  return [...signedRefusals, 'not_found'].map((code) => `[${code}](#error-${code})`).join(comma)
}

function codes(comma: string): string {
  return sampleLanguages.map(({ id }) => `\`${id}\``).join(comma)
}

function bankList(language: 'zh-TW' | 'en'): string {
  return `curl -sS "$PAY_API/api/v1/merchant/banks?q=004" -H 'Accept-Language: ${language}'`
}
