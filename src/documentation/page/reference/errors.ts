import { refusals } from '../../../contract/refusal-table.ts'
import { documentationOf, type MerchantRefusalCode } from '../../../contract/refusals.ts'
import { type Language, type Meaning, type Say, sayIn } from '../../../units/language.ts'
import { type Chapter, type CodeBlock, line, same, text } from '../blocks.ts'
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
        'On failure, `ok` is 0. Base your code on `error`, whose values never change. ' +
          '`message` is for people ([language](#language)), and `doc_url` links to the remedy on ' +
          'this page. For 429 and 503, only the `Retry-After` header says how many seconds to ' +
          'wait.',
      ),
      errorBody(line('欄位錯誤', 'A field error'), 'validation_error', {
        problem: line(`：amount ${missing.zh}`, `: amount: ${missing.en}`),
        details: (say) => ({ errors: { amount: [say(missing)] } }),
      }),
      {
        kind: 'folded',
        id: 'error-duplicate',
        stands: 'below',
        labels: line('單號重複', 'A duplicate number'),
        blocks: [
          errorBody(line('單號重複', 'A duplicate payout number'), 'duplicate_serial_no', {
            details: () => ({ data: { trade_no: 'P0ABCDEFGHJK0123456789MNPQR' } }),
          }),
        ],
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

type Details = {
  /** The text after the code's own message. */
  readonly problem?: Meaning
  readonly details: (say: Say) => object
}

function errorBody(caption: Meaning, error: MerchantRefusalCode, own: Details): CodeBlock {
  const bodyIn = (language: Language) => {
    const say = sayIn(language)
    const message = `${say(refusals[error])}${say(own.problem ?? same(''))}`
    const body = {
      ok: 0,
      code: 1,
      text: message,
      message,
      error,
      request_id: '5f0c9a52-3f7c-4d0e-9f6b-2d1a7c3e8b90',
      doc_url: documentationOf(error, language, 'https://pay.example'),
      ...own.details(say),
    }
    return JSON.stringify(body, null, 2)
  }
  const text = { zh: bodyIn('zh'), en: bodyIn('en') }
  return { kind: 'code', caption, language: 'json', fits: 'failure', text }
}

const missing = line('此欄位為必填', 'This field is required')
