import { earlierSignedNames, signedFields, signedRefusals } from '../../../contract/endpoint.ts'
import type { MerchantRefusalCode } from '../../../contract/refusals.ts'
import type { Meaning } from '../../../units/language.ts'
import { anchorOf, type DescribedEndpoint, rowsOf } from '../../described-endpoints.ts'
import { shortPathOf } from '../../endpoint-groups.ts'
import { answerExample, requestExample } from '../../openapi-examples.ts'
import {
  type Block,
  type Chapter,
  type CodeBlock,
  type Fits,
  inEach,
  line,
  same,
  text,
} from '../blocks.ts'
import { endpointCommand } from './endpoint-command.ts'
import { fieldGroupsOf } from './field-groups.ts'
import { answerTables, fieldTable, withoutRepeats } from './fields.ts'

/** The endpoints: a table of all, then each with its own fields, answer, refusals and example. */
export function endpointReference(endpoints: readonly DescribedEndpoint[]): Chapter {
  const rows = endpoints.map((one) => [
    inEach((say) => `[${say(one.summary)}](#${anchorOf(one)})`),
    same(`${one.method} \`${one.path}\``),
  ])
  return {
    id: 'endpoints',
    title: line('端點', 'Endpoints'),
    blocks: [
      text(
        '各端點只列出自己的欄位、回應與錯誤；每個請求都有的見[共同欄位與錯誤](#common)。指令沿用[第一個請求](#first-steps)的 ' +
          '`pay` 與 `$ORDER`，以及建立代付的 `$PAYOUT`。JSON 範例同[簽章範例](#signing-example)的商戶。',
        'Each endpoint lists only its own fields, response and errors; [Common fields and ' +
          'errors](#common) covers the rest. Commands reuse `pay` and `$ORDER` from the [first ' +
          'request](#first-steps), and `$PAYOUT` from Create a payout. JSON examples use the merchant ' +
          'and the secret of the [signing example](#signing-example).',
      ),
      {
        kind: 'folded',
        stands: 'below',
        labels: counted(line('所有端點', 'All endpoints'), rows),
        blocks: [{ kind: 'table', columns: [line('用途', 'Purpose'), line('路徑', 'Path')], rows }],
      },
      ...endpoints.map(described),
    ],
  }
}

function described(endpoint: DescribedEndpoint): Block {
  const { method, path, summary, notes, sentIn, answer } = endpoint
  const fields = endpoint.fields.filter(({ name }) => !(name in signedFields.shape))
  const rows = withoutRepeats(rowsOf(answer).filter(({ path }) => !common.has(path)))
  const title = sentIn === 'body' ? line('欄位', 'Fields') : line('參數', 'Parameters')
  const request: Block =
    fields.length === 0
      ? text('沒有[共同欄位](#common)以外的欄位。', 'No fields beyond the [common ones](#common).')
      : {
          kind: 'folded',
          stands: 'below',
          labels: counted(title, fields),
          blocks: [
            ...fieldGroupsOf(shortPathOf(endpoint), fields).flatMap(({ title, fields: of }) => [
              ...(title === undefined ? [] : [{ kind: 'heading', labels: title } as const]),
              fieldTable(of, fields),
            ]),
            ...earlierNames(endpoint),
          ],
        }
  return {
    kind: 'endpoint',
    blocks: [
      { kind: 'heading', id: anchorOf(endpoint), labels: summary },
      { kind: 'route', method, path },
      ...(notes.length === 0 ? [] : [{ kind: 'items', items: notes } as const]),
      ...ownRefusals(endpoint),
      request,
      {
        kind: 'folded',
        stands: 'below',
        labels: counted(line('回應', 'Response'), rows),
        blocks: answerTables(rows),
      },
      {
        kind: 'folded',
        stands: 'beside',
        labels: line('範例', 'Example'),
        blocks: examplesOf(endpoint),
      },
    ],
  }
}

// A public list has no body to show.
function examplesOf(endpoint: DescribedEndpoint): readonly CodeBlock[] {
  const { path, sentIn, answer } = endpoint
  const bodies = sentIn === 'query' ? [] : [requestExample(endpoint)]
  return [
    endpointCommand(endpoint),
    ...bodies.map((body) => example(line('請求', 'Request'), `request ${path}`, body)),
    example(line('回應', 'Response'), `answer ${path}`, answerExample(answer, path)),
  ]
}

function example(caption: Meaning, fits: Fits, body: unknown): CodeBlock {
  return { kind: 'code', caption, language: 'json', fits, text: JSON.stringify(body, null, 2) }
}

const common = new Set(['ok', 'message', 'ignored_fields'])

// The refusals of all endpoints are listed once.
function ownRefusals({ refusals }: DescribedEndpoint): readonly Block[] {
  const shared: readonly MerchantRefusalCode[] = [...signedRefusals, 'not_found']
  const own = refusals.filter((code) => !shared.includes(code))
  if (own.length === 0) return []
  const links = own.map((code) => `[\`${code}\`](#error-${code})`)
  return [text(`此端點特有的錯誤：${links.join('、')}`, `Specific errors: ${links.join(', ')}`)]
}

function earlierNames(endpoint: DescribedEndpoint): readonly Block[] {
  const shared = earlierSignedNames.map(([earlier]) => earlier)
  const own = endpoint.earlierNames.filter(([earlier]) => !shared.includes(earlier))
  if (own.length === 0) return []
  const title = line(
    '其他接受的名稱（舊版 v6.0 與別名）',
    'Other accepted names (v6.0 and aliases)',
  )
  const items = own.map(([earlier, current]) => same(`\`${earlier}\` = \`${current}\``))
  return [
    { kind: 'heading', labels: title },
    { kind: 'names', items },
  ]
}

/** A title with how many there are. */
export function counted(title: Meaning, all: readonly unknown[]): Meaning {
  return inEach((say) => `${say(title)} · ${all.length}`)
}
