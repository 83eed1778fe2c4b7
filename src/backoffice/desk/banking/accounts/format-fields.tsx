import {
  dateFormats,
  type StatementFormat,
  statementEncodings,
} from '../../../../contract/back-office/banking/statement-format.ts'
import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import { type Meaning, sameInBoth } from '../../../../units/language.ts'
import { type Desk, useDesk } from '../../desk.ts'
import { labelFor } from '../../labels/label-for.ts'
import { formatLabels } from '../../labels/statement-labels.ts'
import { ChoiceField, TextField } from '../../parts/fields.tsx'
import { Fact, Facts } from '../../parts/values.tsx'

/** The formats that come with the service, by name. */
export type Formats = readonly { readonly name: string; readonly format: StatementFormat }[]

/** The formats of the call's answer, none of which is a name alone. */
export function formatsOf({ items }: AnswerOf<'listStatementFormats'>): Formats {
  return items.flatMap(({ name, format }) => (typeof format === 'string' ? [] : [{ name, format }]))
}

/** An account's format; null for none, and if the service's formats cannot be read. */
export async function formatOf(desk: Desk, format: unknown): Promise<StatementFormat | null> {
  // The API keeps only formats that its schema takes.
  if (typeof format !== 'string') return format as StatementFormat | null
  const formats = await desk.ask('listStatementFormats')
  const known = formats.ok ? formatsOf(formats.value) : []
  return known.find(({ name }) => name === format)?.format ?? null
}

/** Chooses one of the formats that come with the service, or none. */
export function FormatChoice({ formats, value = '' }: { formats: Formats; value?: string }) {
  return (
    <ChoiceField
      name="statement_format"
      label={{ zh: '對帳單格式', en: 'Format of its statements' }}
      hint={{
        zh: '匯入的檔案依此解讀。銀行的格式不在其中時，登記後可在帳戶頁自訂。',
        en:
          "How imported files are read. Where the bank's is not among them, declare it on the " +
          "account's page.",
      }}
      value={value}
      options={[
        ['', { zh: '尚不設定', en: 'None yet' }],
        ...formats.map(({ name }) => [name, labelFor(formatLabels, name)] as const),
      ]}
    />
  )
}

/** A statement format in words. */
export function FormatFacts({ format }: { format: StatementFormat }) {
  const { encoding, delimiter, header_lines: headerLines, columns, date_format: dates } = format
  return (
    <Facts>
      <Fact name={names.encoding}>{encoding}</Fact>
      <Fact name={names.delimiter}>
        <code>{delimiter === '\t' ? '\\t' : delimiter}</code>
      </Fact>
      <Fact name={names.header_lines}>{headerLines}</Fact>
      <Fact name={names.date_format}>
        <code>{dates}</code>
      </Fact>
      {columnNames.map((name) =>
        columns[name] === undefined ? null : (
          <Fact name={columnLabels[name]} text={String(columns[name])} />
        ),
      )}
    </Facts>
  )
}

/** A format of the API's answer: null for none, the name of one of the service's, or an account's own. */
export function CurrentFormat({ format }: { format: unknown }) {
  const { say } = useDesk()
  if (format === null) {
    return (
      <p class="warning">
        {say({
          zh: '尚未設定對帳單格式，設定後才能匯入。',
          en: 'No format is set; statements can be imported once there is one.',
        })}
      </p>
    )
  }
  if (typeof format === 'string') return <>{say(labelFor(formatLabels, format))}</>
  // The API keeps only formats that its schema takes.
  return <FormatFacts format={format as StatementFormat} />
}

/** The fields of an account's own format, filled with a first one. */
export function OwnFormatFields({ format }: { format: StatementFormat }) {
  const { columns } = format
  return (
    <>
      <ChoiceField
        name="statement_format.encoding"
        label={names.encoding}
        value={format.encoding}
        options={statementEncodings.map(asOption)}
      />
      <ChoiceField
        name="statement_format.delimiter"
        label={names.delimiter}
        value={format.delimiter}
        options={delimiters}
      />
      <TextField
        name="statement_format.header_lines"
        label={names.header_lines}
        hint={{
          zh: '第一筆交易之前有幾行；最後一行是欄名。',
          en: "How many lines come before the first transaction; the last has the columns' names.",
        }}
        value={String(format.header_lines)}
        inputmode="numeric"
        required
      />
      <ChoiceField
        name="statement_format.date_format"
        label={names.date_format}
        hint={{
          zh: 'ROC 是民國年，例如 115/11/21、1151121。',
          en: 'ROC counts years from 1911: 115/11/21, 1151121.',
        }}
        value={format.date_format}
        options={dateFormats.map(asOption)}
      />
      <ColumnFields columns={columns} />
    </>
  )
}

function ColumnFields({ columns }: Pick<StatementFormat, 'columns'>) {
  const { say } = useDesk()
  return (
    <>
      <fieldset class="columns">
        <legend>{say({ zh: '欄位', en: 'Columns' })}</legend>
        {columnNames.map((name) => (
          <TextField
            name={`statement_format.columns.${name}`}
            label={columnLabels[name]}
            value={String(columns[name] ?? '')}
            required={name === 'date'}
            maxlength={60}
          />
        ))}
      </fieldset>
      <p class="hint">
        {say({
          zh:
            '填標題列的欄名，或從 0 起的欄號，沒有的留空。' +
            '金額：填「金額」（可加正負號欄），或「存入」與「支出」兩欄。',
          en:
            'Fill in names of the header, or numbers from 0; leave out what there is not. Amounts ' +
            'are in one column, with a column of signs or without, or in two: in and out.',
        })}
      </p>
    </>
  )
}

const names = {
  encoding: { zh: '編碼', en: 'Encoding' },
  delimiter: { zh: '分隔符號', en: 'Delimiter' },
  header_lines: { zh: '標題行數', en: 'Header lines' },
  date_format: { zh: '日期寫法', en: 'Dates' },
} as const satisfies Readonly<Record<string, Meaning>>

const columnLabels = {
  date: { zh: '日期欄', en: 'Date' },
  time: { zh: '時間欄', en: 'Time' },
  amount: { zh: '金額欄', en: 'Amount' },
  sign: { zh: '正負號欄', en: 'Sign' },
  in: { zh: '存入欄', en: 'In' },
  out: { zh: '支出欄', en: 'Out' },
  balance: { zh: '餘額欄', en: 'Balance' },
  memo: { zh: '備註欄', en: 'Memo' },
  counterparty: { zh: '對方帳號欄', en: 'Their account' },
  name: { zh: '對方戶名欄', en: 'Their name' },
} as const satisfies Readonly<Record<keyof StatementFormat['columns'], Meaning>>

const columnNames = Object.keys(columnLabels) as (keyof StatementFormat['columns'])[]

const delimiters = [
  [',', { zh: '逗號 ,', en: 'Comma ,' }],
  [';', { zh: '分號 ;', en: 'Semicolon ;' }],
  ['\t', { zh: '定位字元', en: 'Tab' }],
  ['|', { zh: '直線 |', en: 'Bar |' }],
] as const

function asOption(value: string) {
  return [value, sameInBoth(value)] as const
}
