import type { Child } from 'hono/jsx'
import type { Meaning, Say } from '../../../units/language.ts'
import type { AnswerRow, RequestField } from '../../described-endpoints.ts'
import { namesAnother } from '../../openapi-fields.ts'
import { same } from '../blocks.ts'
import { none, Table } from './table.tsx'

/** The fields of a request: name, type and whether it is required, limit, default, meaning. */
export function FieldTable({ fields, say }: { fields: readonly RequestField[]; say: Say }) {
  const names = fields.map(({ name }) => name)
  const rows = fields.map((field) => [
    // The console reads its fields from these rows; text is what a type is not said of.
    <code data-type={field.type === 'string' ? undefined : field.type}>{field.name}</code>,
    <>
      {say(typeWords[field.format ?? ''] ?? typeWords[field.type] ?? same(field.type))}
      {say(words.comma)}
      {field.required ? <strong>{say(words.yes)}</strong> : say(words.no)}
    </>,
    limitsOf(field, say),
    defaultOf(field, names, say),
    say(field),
  ])
  return <Table columns={fieldColumns.map(say)} rows={rows} kind="fields" />
}

/** The fields of an answer or a callback: path, type, values, meaning. */
export function AnswerTable({ rows, say }: { rows: readonly AnswerRow[]; say: Say }) {
  const cells = rows.map(({ path, type, values, meaning }) => [
    <code>{path}</code>,
    type.replaceAll(/[a-z-]+/g, (one) => say(typeWords[one] ?? { zh: one, en: one })),
    values.length === 0 ? none : <Values values={values} />,
    say(meaning),
  ])
  return <Table columns={answerColumns.map(say)} rows={cells} kind="answers" />
}

/** The values that a field can have, each as code. */
export function Values({ values }: { values: readonly string[] }) {
  return (
    <>
      {values.map((value, n) => (
        <>
          {n === 0 ? '' : ' '}
          <code>{value}</code>
        </>
      ))}
    </>
  )
}

function limitsOf(field: RequestField, say: Say): Child {
  const { maxLength, minimum, maximum, pattern, format } = field
  if (field.enum !== undefined) return <Values values={field.enum} />
  const said = [
    format === 'uri' ? ['http', 'https'].join(say(words.comma)) : '',
    pattern === undefined ? '' : say(words.hexadecimal),
    maxLength === undefined || pattern !== undefined
      ? ''
      : `≤ ${maxLength} ${say(words.characters)}`,
    minimum === undefined ? '' : `≥ ${minimum}`,
    maximum === undefined ? '' : `≤ ${maximum}`,
  ].filter((one) => one !== '')
  return said.length === 0 ? none : said.join(say(words.comma))
}

function defaultOf(field: RequestField, names: readonly string[], say: Say): Child {
  if (field.default === undefined) return none
  const value = <code>{field.default}</code>
  if (!namesAnother(field, names)) return value
  return (
    <>
      {say(words.sameAs)} {value}
    </>
  )
}

const words = {
  yes: { zh: '必填', en: 'required' },
  no: { zh: '選填', en: 'optional' },
  characters: { zh: '字', en: 'chars' },
  comma: { zh: '、', en: ', ' },
  hexadecimal: { zh: '32 位十六進位', en: '32 hex characters' },
  sameAs: { zh: '同', en: 'as' },
}

const typeWords: Readonly<Record<string, Meaning>> = {
  string: { zh: '字串', en: 'string' },
  integer: { zh: '整數', en: 'integer' },
  number: { zh: '數字', en: 'number' },
  boolean: { zh: '布林', en: 'boolean' },
  object: { zh: '物件', en: 'object' },
  'object or string': { zh: '物件或字串', en: 'object or string' },
  uri: { zh: '網址', en: 'URL' },
  date: { zh: '日期', en: 'date' },
  'date-time': { zh: '日期時間', en: 'date-time' },
}

const fieldColumns: readonly Meaning[] = [
  { zh: '欄位', en: 'Field' },
  { zh: '型別', en: 'Type' },
  { zh: '限制', en: 'Limit' },
  { zh: '預設', en: 'Default' },
  { zh: '說明', en: 'Meaning' },
]

const answerColumns: readonly Meaning[] = [
  { zh: '欄位', en: 'Field' },
  { zh: '型別', en: 'Type' },
  { zh: '可能的值', en: 'Values' },
  { zh: '說明', en: 'Meaning' },
]
