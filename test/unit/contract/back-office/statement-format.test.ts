import { describe, expect, test } from 'vitest'
import { builtInFormats } from '../../../../src/contract/back-office/banking/built-in-formats.ts'
import { statementFormat } from '../../../../src/contract/back-office/banking/statement-format.ts'
import { builtInFormatNames } from '../../../../src/contract/back-office/states.ts'

const declared = {
  encoding: 'utf-8',
  delimiter: ',',
  header_lines: 1,
  columns: { date: '日期', amount: 3 },
  date_format: 'YYYYMMDD',
}
const problemsOf = (given: unknown) =>
  statementFormat.safeParse(given).error?.issues.map(({ path }) => path.join('.')) ?? []
const withColumns = (columns: object, more = {}) => ({ ...declared, columns, ...more })

describe('the format of a statement', () => {
  test('is the name of a built-in one, or a declared one', () => {
    for (const name of builtInFormatNames) expect(statementFormat.parse(name)).toBe(name)
    expect(statementFormat.parse(declared)).toEqual(declared)
    expect(problemsOf('no_bank')).toEqual([''])
  })

  test.each(builtInFormatNames)('%s could be declared as well', (name) => {
    expect(statementFormat.parse(builtInFormats[name])).toEqual(builtInFormats[name])
  })

  test('has an amount, with or without its sign, or what came in and what went out', () => {
    const date = { date: 0 }
    const whole = [
      { ...date, amount: 1 },
      { ...date, amount: 1, sign: 2 },
      { ...date, in: 1, out: 2 },
    ]
    expect(whole.map((columns) => problemsOf(withColumns(columns)))).toEqual([[], [], []])
    expect(problemsOf(withColumns(date))).toEqual(['columns.amount'])
    expect(problemsOf(withColumns({ ...date, in: 1 }))).toEqual(['columns.in'])
    expect(problemsOf(withColumns({ ...date, amount: 1, in: 2, out: 3 }))).toEqual([
      'columns.amount',
    ])
    expect(problemsOf(withColumns({ ...date, in: 1, out: 2, sign: 3 }))).toEqual(['columns.sign'])
    expect(problemsOf(withColumns({ date: 1, amount: 1 }))).toEqual(['columns.date'])
  })

  test('names columns only where the file has a header', () => {
    const numbered = withColumns({ date: 0, amount: 1 }, { header_lines: 0 })
    expect(problemsOf(numbered)).toEqual([])
    expect(problemsOf({ ...declared, header_lines: 0 })).toEqual(['columns'])
    expect(problemsOf(withColumns({ date: -1, amount: 1 }))).not.toEqual([])
    expect(problemsOf(withColumns({ date: ' ', amount: 1 }))).not.toEqual([])
  })

  test('knows two encodings, four delimiters and five ways to write a date', () => {
    for (const encoding of ['utf-8', 'big5'])
      expect(problemsOf({ ...declared, encoding })).toEqual([])
    for (const delimiter of [',', ';', '\t', '|']) {
      expect(problemsOf({ ...declared, delimiter })).toEqual([])
    }
    const dates = ['YYYY/MM/DD', 'YYYY-MM-DD', 'YYYYMMDD', 'ROC/MM/DD', 'ROCMMDD']
    for (const date_format of dates) expect(problemsOf({ ...declared, date_format })).toEqual([])
    for (const wrong of [{ encoding: 'gbk' }, { delimiter: '"' }, { date_format: 'DD/MM/YYYY' }]) {
      expect(problemsOf({ ...declared, ...wrong })).not.toEqual([])
    }
  })

  test('takes no member that it does not know', () => {
    expect(problemsOf({ ...declared, quote: '"' })).not.toEqual([])
    expect(problemsOf(withColumns({ ...declared.columns, fee: 4 }))).not.toEqual([])
  })
})
