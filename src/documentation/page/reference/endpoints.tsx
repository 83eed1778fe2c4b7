import { earlierSignedNames, signedFields, signedRefusals } from '../../../contract/endpoint.ts'
import type { MerchantRefusalCode } from '../../../contract/refusals.ts'
import type { Say } from '../../../units/language.ts'
import {
  type AnswerRow,
  anchorOf,
  type DescribedEndpoint,
  rowsOf,
} from '../../described-endpoints.ts'
import { line } from '../blocks.ts'
import { Folded } from '../parts/draw.tsx'
import { AnswerTable, FieldTable } from '../parts/fields.tsx'
import { Inline } from '../parts/inline.tsx'
import { Table } from '../parts/table.tsx'

type Props = { endpoints: readonly DescribedEndpoint[]; say: Say }

/** The endpoints: a table of all, then each with its own fields, answer and refusals, closed. */
export function Endpoints({ endpoints, say }: Props) {
  const rows = endpoints.map((one) => [
    <a href={`#${anchorOf(one)}`}>{say(one.summary)}</a>,
    <>
      {one.method} <code>{one.path}</code>
    </>,
  ])
  return (
    <section>
      <h2 id="endpoints">
        <a href="#endpoints">{say(words.endpoints)}</a>
      </h2>
      <p>
        <Inline of={say(words.shared)} />
      </p>
      <Table columns={[say(words.purpose), say(words.path)]} rows={rows} />
      {endpoints.map((endpoint) => (
        <Endpoint endpoint={endpoint} say={say} />
      ))}
    </section>
  )
}

function Endpoint({ endpoint, say }: { endpoint: DescribedEndpoint; say: Say }) {
  const { method, path, summary, notes, sentIn, answer } = endpoint
  const id = anchorOf(endpoint)
  const fields = endpoint.fields.filter(({ name }) => !isShared(name))
  const rows = rowsOf(answer).filter(isOwn)
  const title = say(sentIn === 'body' ? words.request : words.query)
  return (
    <article>
      <h3 id={id}>
        <a href={`#${id}`}>{say(summary)}</a>
      </h3>
      <p class="route">
        <b>{method}</b> <code>{path}</code>
      </p>
      {notes.length === 0 ? null : (
        <ul>
          {notes.map((one) => (
            <li>
              <Inline of={say(one)} />
            </li>
          ))}
        </ul>
      )}
      <Refusals codes={endpoint.refusals.filter((code) => !isCommon(code))} say={say} />
      {fields.length === 0 ? (
        <p>
          <Inline of={say(words.noFields)} />
        </p>
      ) : (
        <Folded title={`${title} · ${fields.length}`}>
          <FieldTable fields={fields} say={say} />
          <EarlierNames endpoint={endpoint} say={say} />
        </Folded>
      )}
      <Folded title={`${say(words.answer)} · ${rows.length}`}>
        <AnswerTable rows={rows} say={say} />
      </Folded>
    </article>
  )
}

function Refusals({ codes, say }: { codes: readonly MerchantRefusalCode[]; say: Say }) {
  if (codes.length === 0) return null
  return (
    <p>
      {say(words.refusals)}
      {codes.map((code, n) => (
        <>
          {n === 0 ? '' : say(words.comma)}
          <a href={`#error-${code}`}>
            <code>{code}</code>
          </a>
        </>
      ))}
    </p>
  )
}

function EarlierNames({ endpoint, say }: { endpoint: DescribedEndpoint; say: Say }) {
  const shared = earlierSignedNames.map(([earlier]) => earlier)
  const own = endpoint.earlierNames.filter(([earlier]) => !shared.includes(earlier))
  if (own.length === 0) return null
  return (
    <>
      <h4>{say(words.earlier)}</h4>
      <ul class="names">
        {own.map(([earlier, current]) => (
          <li>
            <code>{earlier}</code> → <code>{current}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether a field of requests is told once, for all signed endpoints. */
function isShared(name: string): boolean {
  return name in signedFields.shape
}

/** Whether a refusal is told once, for all endpoints. */
function isCommon(code: MerchantRefusalCode): boolean {
  return code === 'not_found' || signedRefusals.includes(code)
}

function isOwn({ path }: AnswerRow): boolean {
  return path !== 'ok' && path !== 'message'
}

const words = {
  endpoints: line('端點', 'Endpoints'),
  shared: line(
    '各端點只列出自己的欄位、回應與錯誤；每個請求都有的見[共同欄位與錯誤](#common)。',
    'Each endpoint lists only its own fields, response and errors; what all have in common ' +
      'is in [Common fields and errors](#common).',
  ),
  purpose: line('用途', 'Purpose'),
  path: line('路徑', 'Path'),
  request: line('請求欄位', 'Request fields'),
  query: line('查詢參數', 'Query parameters'),
  noFields: line(
    '沒有[共同欄位](#common)以外的欄位。',
    'No fields beyond the [common ones](#common).',
  ),
  earlier: line('其他接受的名稱（舊版 v6.0 與別名）', 'Other accepted names (v6.0 and aliases)'),
  answer: line('成功回應', 'Response'),
  refusals: line('自己的錯誤：', 'Specific errors: '),
  comma: line('、', ', '),
}
