import { refusals } from '../../contract/refusal-table.ts'
import type { Language, Say } from '../../units/language.ts'
import { type DescribedEndpoint, rowsOf } from '../described-endpoints.ts'
import { AnswerTable, Chapter, FieldTable, Items, Table } from './page-parts.tsx'

type Props = { endpoints: readonly DescribedEndpoint[]; say: Say; language: Language }

/** The endpoints: a table of all, then each with its fields, answer and refusals. */
export function Endpoints({ endpoints, say, language }: Props) {
  const rows = endpoints.map((one) => [
    say(one.summary),
    one.method,
    <a href={`#${anchorOf(one)}`}>
      <code>{one.path}</code>
    </a>,
  ])
  return (
    <Chapter id="endpoints" title={say(words.endpoints)}>
      <Table columns={overviewColumns.map(say)} rows={rows} />
      {endpoints.map((endpoint) => (
        <Endpoint endpoint={endpoint} say={say} language={language} />
      ))}
    </Chapter>
  )
}

/** The id of an endpoint's heading. */
export function anchorOf({ path }: DescribedEndpoint): string {
  return path.split('/').slice(3).join('-')
}

function Endpoint({
  endpoint,
  say,
  language,
}: {
  endpoint: DescribedEndpoint
  say: Say
  language: Language
}) {
  const { method, path, summary, notes, fields, sentIn, answer } = endpoint
  return (
    <article>
      <h3 id={anchorOf(endpoint)}>
        <a href={`#${anchorOf(endpoint)}`}>{say(summary)}</a>
      </h3>
      <p class="route">
        <b>{method}</b> <code>{path}</code>
      </p>
      <Items of={notes} say={say} />
      <h4>{say(sentIn === 'body' ? words.request : words.query)}</h4>
      <FieldTable fields={fields} say={say} />
      <EarlierNames endpoint={endpoint} say={say} />
      <h4>{say(words.answer)}</h4>
      <AnswerTable rows={rowsOf(answer)} say={say} />
      <h4>{say(words.refusals)}</h4>
      <ul class="codes">
        {endpoint.refusals.map((code) => (
          <li>
            <a href={`#error-${code}`}>
              <code>{code}</code>
            </a>{' '}
            {refusals[code].status}{' '}
            {language === 'en' ? refusals[code].english : refusals[code].message}
          </li>
        ))}
      </ul>
    </article>
  )
}

function EarlierNames({ endpoint, say }: { endpoint: DescribedEndpoint; say: Say }) {
  const { earlierNames } = endpoint
  if (earlierNames.length === 0) return null
  return (
    <>
      <h4>{say(words.earlier)}</h4>
      <ul class="names">
        {earlierNames.map(([earlier, current]) => (
          <li>
            <code>{earlier}</code> → <code>{current}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

const words = {
  endpoints: { zh: '端點', en: 'Endpoints' },
  request: { zh: '請求欄位', en: 'Request fields' },
  query: { zh: '查詢參數', en: 'Query parameters' },
  earlier: { zh: '其他接受的名稱（舊版 v6.0 與別名）', en: 'Other names: v6.0 and aliases' },
  answer: { zh: '成功回應（HTTP 200）', en: 'Answer (HTTP 200)' },
  refusals: { zh: '可能的錯誤', en: 'Possible errors' },
}

const overviewColumns = [
  { zh: '用途', en: 'Purpose' },
  { zh: '方法', en: 'Method' },
  { zh: '路徑', en: 'Path' },
]
