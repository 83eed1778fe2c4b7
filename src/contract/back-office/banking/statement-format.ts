import * as z from 'zod'
import { problem } from '../../../units/language.ts'
import { builtInFormatNames } from '../states.ts'
import { text } from '../values.ts'

// The formats of an account's statements (back office §3).

export const statementEncodings = ['utf-8', 'big5'] as const

/** ROC years count from 1911: 115/11/21 and 1151121 are 21 November 2026. */
export const dateFormats = ['YYYY/MM/DD', 'YYYY-MM-DD', 'YYYYMMDD', 'ROC/MM/DD', 'ROCMMDD'] as const
export type DateFormat = (typeof dateFormats)[number]

const headerLinesMax = 50
const columnsMax = 100

// A header's name, or a number from 0.
const column = z.union(
  [
    text(60).refine((name) => name.trim() !== ''),
    z
      .int()
      .min(0)
      .max(columnsMax - 1),
  ],
  {
    error: problem(
      `必須是標題名稱，或 0 到 ${columnsMax - 1} 的欄位編號`,
      `Must be a header’s name or a column number from 0 to ${columnsMax - 1}`,
    ),
  },
)

const columns = z
  .strictObject({
    date: column,
    time: column.optional(),
    amount: column.optional(),
    sign: column.optional(),
    in: column.optional(),
    out: column.optional(),
    balance: column.optional(),
    memo: column.optional(),
    counterparty: column.optional(),
    name: column.optional(),
  })
  .refine((byField) => (byField.in === undefined) === (byField.out === undefined), {
    path: ['in'],
    message: problem('存入與支出必須一起指定', 'in and out must be sent together'),
  })
  .refine((byField) => (byField.amount === undefined) !== (byField.in === undefined), {
    path: ['amount'],
    message: problem(
      '請指定金額（amount），或存入與支出（in、out），二者擇一',
      'Send either amount, or both in and out',
    ),
  })
  .refine((byField) => byField.sign === undefined || byField.amount !== undefined, {
    path: ['sign'],
    message: problem('須與金額（amount）一起指定', 'Requires amount'),
  })
  .refine((byField) => new Set(Object.values(byField)).size === Object.values(byField).length, {
    path: ['date'],
    message: problem('每一欄只能使用一次', 'Each column may be used only once'),
  })

const declaredFormat = z
  .strictObject({
    encoding: z.enum(statementEncodings),
    delimiter: z.enum([',', ';', '\t', '|'], {
      error: problem('必須是 , ; | 或定位字元（\\t）', 'Must be , ; | or a tab (\\t)'),
    }),
    header_lines: z.int().min(0).max(headerLinesMax),
    columns,
    date_format: z.enum(dateFormats),
  })
  .refine(
    ({ header_lines: lines, columns: byField }) =>
      lines > 0 || Object.values(byField).every((one) => typeof one === 'number'),
    {
      path: ['columns'],
      message: problem(
        '沒有標題列時，請以欄位編號（從 0 起）指定',
        'Without a header line, columns must be numbers from 0',
      ),
    },
  )

/** A format that an account declares. A column's name is in the last of the `header_lines`. */
export type StatementFormat = z.output<typeof declaredFormat>

/** An account's `statement_format`: the name of a built-in format, or a format of its own. */
export const statementFormat = z.union([z.enum(builtInFormatNames), declaredFormat])
