import type { Meaning } from '../../../units/language.ts'
import type { AnswerRow, RequestField } from '../../described-endpoints.ts'
import { namesAnother } from '../../openapi-fields.ts'
import { type Block, inEach, line, same, type TableBlock } from '../blocks.ts'
import type { Need } from './field-groups.ts'
import { statesAnchorOf } from './states.ts'

/** The fields of a request, or some of `all`: name, type and whether it is required, limit, default, meaning. */
export function fieldTable(
  fields: readonly (RequestField & { readonly need?: Need })[],
  all: readonly RequestField[] = fields,
): TableBlock {
  const names = all.map(({ name }) => name)
  const rows = fields.map((field) => [
    // The console reads its fields from these rows; a field without a type is text.
    { code: field.name, ...(field.type === 'string' ? {} : { type: field.type }) },
    typeOf(field),
    limitsOf(field),
    defaultOf(field, names),
    field,
  ])
  return { kind: 'table', of: 'fields', columns: fieldColumns, rows }
}

/**
 * The fields of an answer or a callback: name, type, values, meaning. Nested fields follow in a table of their own
 * under the path: those of the first level open, deeper ones folded unless there is only one.
 */
export function answerTables(rows: readonly AnswerRow[], within = ''): readonly Block[] {
  const isDirect = ({ path }: AnswerRow) =>
    !rows.some((other) => isWithin(other.path, path) && other.path !== path)
  const direct = rows.filter(isDirect)
  return [
    answerTable(direct, within),
    ...direct.flatMap(({ path }): readonly Block[] => {
      const inner = rows.filter((one) => isWithin(path, one.path))
      if (inner.length === 0) return []
      const whole = inner.every((one) => one.path.startsWith(`${path}[]`)) ? `${path}[]` : path
      const blocks = answerTables(inner, whole)
      if (within === '' || direct.length === 1)
        return [{ kind: 'heading', labels: same(whole) }, ...blocks]
      return [{ kind: 'folded', labels: same(`\`${whole}\` · ${inner.length}`), blocks }]
    }),
  ]
}

function answerTable(rows: readonly AnswerRow[], within: string): TableBlock {
  const cells = rows.map(({ path, type, values, meaning }) => [
    { code: within === '' ? path : path.slice(within.length + 1) },
    inEach((say) => type.replaceAll(/[a-z-]+/g, (one) => say(typeLabels[one] ?? same(one)))),
    same(codes(values)),
    explained(meaning, statesAnchorOf(values)),
  ])
  return { kind: 'table', of: 'answers', columns: answerColumns, rows: cells }
}

function explained(meaning: Meaning, anchor: string | undefined): Meaning {
  if (anchor === undefined) return meaning
  const link = line(`（[各值的意義](#${anchor})）`, ` ([values](#${anchor}))`)
  return inEach((say) => `${say(meaning)}${say(link)}`)
}

/** The fields to show: nested fields that repeat those of an earlier field are left out. */
export function withoutRepeats(rows: readonly AnswerRow[]): readonly AnswerRow[] {
  const paths = new Map<string, string>()
  const repeated: string[] = []
  return rows.flatMap((row) => {
    const { path, meaning } = row
    if (repeated.some((one) => isWithin(one, path))) return []
    const within = rows.filter((one) => isWithin(path, one.path))
    const fields = JSON.stringify(
      within.map((one) => ({ ...one, path: one.path.slice(path.length) })),
    )
    const like = within.length === 0 ? undefined : paths.get(fields)
    if (like === undefined) {
      paths.set(fields, path)
      return [row]
    }
    repeated.push(path)
    const sameAs = line(`；欄位同 \`${like}\``, `; same fields as \`${like}\``)
    return [{ ...row, meaning: inEach((say) => `${say(meaning)}${say(sameAs)}`) }]
  })
}

function isWithin(path: string, other: string): boolean {
  return other.startsWith(`${path}.`) || other.startsWith(`${path}[]`)
}

function typeOf({
  type,
  format,
  required,
  need = required ? 'required' : 'optional',
}: RequestField & { readonly need?: Need }): Meaning {
  const name = typeLabels[format ?? ''] ?? typeLabels[type] ?? same(type)
  return inEach((say) => `${say(name)}${say(labels.comma)}${say(needs[need])}`)
}

function limitsOf({ maxLength, minimum, maximum, pattern, format, ...field }: RequestField) {
  if (field.enum !== undefined) return same(codes(field.enum))
  return inEach((say) =>
    [
      format === 'uri' ? ['http', 'https'].join(say(labels.comma)) : '',
      pattern === undefined ? '' : say(labels.hexadecimal),
      maxLength === undefined || pattern !== undefined
        ? ''
        : `${say(labels.most)} ${maxLength} ${say(labels.characters)}`,
      minimum === undefined ? '' : `${say(labels.least)} ${minimum}`,
      maximum === undefined ? '' : `${say(labels.most)} ${maximum}`,
    ]
      .filter((one) => one !== '')
      .join(say(labels.comma)),
  )
}

function defaultOf(field: RequestField, names: readonly string[]): Meaning {
  if (field.default === undefined) return same('')
  const value = `\`${field.default}\``
  return namesAnother(field, names) ? line(`同 ${value}`, `as ${value}`) : same(value)
}

function codes(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(' ')
}

// The console always shows the fields whose need is strong.
const needs: Readonly<Record<Need, Meaning>> = {
  required: line('**必填**', '**required**'),
  one: line('其中之一必填', 'one of these is required'),
  recommended: line('**建議**', '**recommended**'),
  optional: line('選填', 'optional'),
}

const labels = {
  characters: line('字', 'chars'),
  most: line('最多', 'max'),
  least: line('最少', 'min'),
  comma: line('、', ', '),
  hexadecimal: line('32 位十六進位', '32 hex characters'),
}

const typeLabels: Readonly<Record<string, Meaning>> = {
  string: line('字串', 'string'),
  integer: line('整數', 'integer'),
  number: line('數字', 'number'),
  boolean: line('布林', 'boolean'),
  object: line('物件', 'object'),
  'object or string': line('物件或字串', 'object or string'),
  uri: line('網址', 'URL'),
  date: line('日期', 'date'),
  'date-time': line('日期時間', 'date-time'),
}

const name = line('欄位', 'Field')
const type = line('型別', 'Type')
const meaning = line('說明', 'Meaning')
const fieldColumns = [name, type, line('限制', 'Limit'), line('預設', 'Default'), meaning]
const answerColumns = [name, type, line('可能的值', 'Values'), meaning]
