import { refusals } from '../../../contract/refusal-table.ts'
import { documentationOf, type MerchantRefusalCode } from '../../../contract/refusals.ts'
import type { Language } from '../../../units/language.ts'
import { type Chapter, line, same, text } from '../blocks.ts'
import { counted } from './endpoints.ts'

/** §7: the refusals that a merchant can meet, with what to do about each. */
export function errorReference(codes: readonly MerchantRefusalCode[]): Chapter {
  const rows = codes.map((code) => {
    const { status, zh, en, remedy } = refusals[code]
    return [{ code, id: `error-${code}` }, same(String(status)), { zh, en, original: zh }, remedy]
  })
  return {
    id: 'errors',
    title: line('錯誤', 'Errors'),
    blocks: [
      text(
        '失敗時 `ok` 為 0。程式請以 `error` 判斷，代碼不會改變；`message` 供人閱讀（[語言](#language)），' +
          '`doc_url` 連到本頁的處理方式。429 與 503 要等候的秒數只在標頭 `Retry-After`。',
        'On failure, `ok` is 0. Let your code decide by `error`, whose codes never ' +
          'change; `message` is for people ([language](#language)), and `doc_url` leads to ' +
          'the remedy on this page. For 429 and 503, only the `Retry-After` header says ' +
          'how many seconds to wait.',
      ),
      {
        kind: 'code',
        caption: line('錯誤內容', 'Error body'),
        language: 'json',
        fits: 'failure',
        text: line(
          errorBody('zh', '參數驗證失敗：amount 此欄位為必填', '此欄位為必填'),
          errorBody(
            'en',
            'A field is missing or malformed: amount: This field is required',
            'This field is required',
          ),
        ),
      },
      text(
        '檢查順序：內容可讀 → `uid`、`timestamp`、`sign` → 商戶 → 來源 IP → 時間 → 簽章 → 其他欄位 → 業務規則；回報第一個不符之處。',
        'Order of checks: readable body → `uid`, `timestamp`, `sign` → merchant → source IP → time ' +
          '→ signature → other fields → business rules. The first failure is reported.',
      ),
      {
        kind: 'folded',
        id: 'error-codes',
        stands: 'below',
        labels: counted(line('所有代碼與處理方式', 'All codes and how to handle them'), codes),
        blocks: [
          {
            kind: 'table',
            columns: [
              same('error'),
              same('HTTP'),
              line('訊息', 'Message'),
              line('處理方式', 'What to do'),
            ],
            rows,
          },
        ],
      },
    ],
  }
}

function errorBody(asked: Language, message: string, problem: string): string {
  const body = {
    ok: 0,
    code: 1,
    text: message,
    message,
    error: 'validation_error',
    request_id: '5f0c9a52-3f7c-4d0e-9f6b-2d1a7c3e8b90',
    doc_url: documentationOf('validation_error', asked, 'https://pay.example'),
    errors: { amount: [problem] },
  }
  return JSON.stringify(body, null, 2)
}
