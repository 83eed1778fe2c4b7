import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInFormats } from '../../../../../src/contract/back-office/banking/built-in-formats.ts'
import type { StatementFormat } from '../../../../../src/contract/back-office/banking/statement-format.ts'
import {
  linesMax,
  readStatement,
} from '../../../../../src/rules/banking/statements/read-statement.ts'
import { runAtOnce } from './run-at-once.ts'

const format: StatementFormat = {
  encoding: 'utf-8',
  delimiter: ',',
  header_lines: 1,
  columns: { date: 'date', time: 'time', amount: 'amount', balance: 'balance', memo: 'memo' },
  date_format: 'YYYYMMDD',
}

function read(text: string | Uint8Array, by: StatementFormat = format, latest = 4_000_000_000) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return runAtOnce(readStatement(bytes, by, latest))
}

const header = 'date,time,amount,balance,memo\n'
const problemsOf = (lines: string, by = format) => read(header + lines, by).problems
const data = (name: string) => Uint8Array.from(readFileSync(`test/data/statements/${name}.csv`))

test('the made-up file of the bank that writes Big5 and ROC dates', () => {
  const { lines, problems } = read(data('demo_big5_roc'), builtInFormats.demo_big5_roc)
  expect(problems).toEqual([])
  expect(lines.map(({ line, amount, memo }) => [line, amount, memo])).toEqual([
    [4, 350_000, '跨行轉入'],
    [5, 120_000, '現金存入'],
    [6, -1_500, '手續費'],
    [7, -2_000_000, '轉帳支出'],
    [8, 120_000, '跨行轉入'],
    [9, 37, '利息'],
  ])
  expect(lines[0]).toMatchObject({
    day: Date.UTC(2026, 10, 19) / 86_400_000,
    time: 32_531,
    balance: 10_350_000,
    counterparty: '0081234****56789',
    name: '陳○如',
  })
  expect(lines[4]?.name).toBe('許功蓋')
})

test('the made-up file of the bank that writes UTF-8, newest first, with a formula in a memo', () => {
  const { lines, problems } = read(data('demo_utf8'), builtInFormats.demo_utf8)
  expect(problems).toEqual([])
  expect(lines.map(({ amount }) => amount)).toEqual([-500_000, 800_000, 800_000, -25_000, 25_000])
  expect(lines[3]?.memo).toBe('=SUM(A1:A9)')
})

test('a broken byte of Big5 spoils its line, which is reported', () => {
  const file = data('demo_big5_roc')
  // 手 of 手續費; lead bytes of user-defined areas are no characters either.
  const place = file.findIndex((byte, at) => byte === 0xa4 && file[at + 1] === 0xe2)
  const broken = Uint8Array.from(file).fill(0x20, place + 1, place + 2)
  const result = read(broken, builtInFormats.demo_big5_roc)
  expect(result.problems).toEqual([{ line: 6, problem: 'bytes_not_in_encoding' }])
  expect(result.lines.map(({ line }) => line)).toEqual([4, 5, 7, 8, 9])
  const userDefined = Uint8Array.from(file).fill(0xfb, place, place + 1)
  expect(read(userDefined, builtInFormats.demo_big5_roc).problems).toEqual(result.problems)
})

describe('a line', () => {
  test.each([
    ['20261121,10:00,1,1', 'too_few_columns'],
    ['20261121,10:0', 'too_few_columns'],
    ['20261121,10:00,1,1,a,b', 'too_many_columns'],
    ['2026-11-21,10:00,1,1,a', 'date_not_understood'],
    ['20261121,25:00,1,1,a', 'time_not_understood'],
    ['20261121,10:00,x,1,a', 'amount_not_understood'],
    ['20261121,10:00,,1,a', 'amount_not_understood'],
    ['20261121,10:00,0,1,a', 'amount_not_understood'],
    ['20261121,10:00,0.001,1,a', 'amount_not_understood'],
    ['20261121,10:00,1,,a', 'balance_not_understood'],
    ['20261121,10:00,1,1,"a', 'quotes_not_closed'],
    ['20261121,10:00,1,1,a"b', 'quotes_not_closed'],
    [`20261121,10:00,1,1,${'x'.repeat(501)}`, 'text_too_long'],
    ['20261121,10:00,1,1,a\u0007b', 'control_character'],
    ['合計,,1,1,', 'date_not_understood'],
  ])('%s', (line, problem) => {
    const whole = '20261121,10:00,1,1,a\n'
    expect(problemsOf(`${whole}${line}\n${whole}`)).toMatchObject([{ line: 3, problem }])
    expect(read(`${header}${whole}${line}\n${whole}`).lines.map((one) => one.line)).toEqual([2, 4])
  })

  test.each([
    ['quotes and separators', '20261121,10:00,"1,000.5",(5),"a,""b"""', 100_050, 'a,"b"'],
    ['blanks around', ' 20261121 , 10:00 ,\u30001 , 1 , a ', 100, 'a'],
    ['more empty cells', '20261121,10:00,1,1,a,,', 100, 'a'],
  ])('with %s', (_name, line, amount, memo) => {
    expect(problemsOf(line)).toEqual([])
    expect(read(header + line).lines).toMatchObject([{ amount, memo, line: 2 }])
  })

  test('without a time is of its day alone', () => {
    expect(read(`${header}20261121,,1,1,a`).lines).toMatchObject([{ time: null }])
  })
})

describe('a file', () => {
  test('counts its lines from 1, empty ones too', () => {
    const text = `${header}\n \n20261121,,1,1,a\r\n,,,,\n20261121,,x,1,a`
    expect(read(text).lines.map(({ line }) => line)).toEqual([4])
    expect(read(text).problems).toEqual([{ line: 6, problem: 'amount_not_understood', text: 'x' }])
  })

  test('tells what of a line it did not understand, cut where it is long, and the form of a date', () => {
    const text = `${header}2026-11-21,,1,1,a\n20261121,noon,1,1,a\n20261121,,1,${'9'.repeat(50)},a`
    expect(read(text).problems).toEqual([
      { line: 2, problem: 'date_not_understood', text: '2026-11-21', date_format: 'YYYYMMDD' },
      { line: 3, problem: 'time_not_understood', text: 'noon' },
      { line: 4, problem: 'balance_not_understood', text: '9'.repeat(40) },
    ])
  })

  test('without lines, without its header or without a column has nothing else to tell', () => {
    expect(read('').problems).toEqual([{ line: 1, problem: 'no_lines' }])
    expect(read(header).problems).toEqual([{ line: 2, problem: 'no_lines' }])
    expect(read('date,amount\n').problems).toEqual([{ line: 1, problem: 'column_not_found' }])
    expect(read(Uint8Array.of(0xff)).problems).toEqual([
      { line: 1, problem: 'bytes_not_in_encoding' },
    ])
  })

  test(`has ${linesMax} lines and not one more`, () => {
    const line = '20261121,,1,1,a\n'
    expect(read(header + line.repeat(linesMax)).lines).toHaveLength(linesMax)
    expect(read(header + line.repeat(linesMax + 1))).toEqual({
      lines: [],
      problems: [{ line: linesMax + 2, problem: 'too_many_lines' }],
      problemDays: new Map(),
    })
  })

  test('has columns by number, and its amounts in two columns or with a sign', () => {
    const base = { ...format, header_lines: 0, delimiter: ';' as const }
    const split = { ...base, columns: { date: 2, in: 0, out: 1 } }
    const signed = { ...base, columns: { date: 2, amount: 0, sign: 1 } }
    const amounts = (text: string, by: StatementFormat) => {
      const { lines, problems } = read(text, by)
      return [...lines.map(({ amount }) => amount), ...problems.map(({ line }) => `line ${line}`)]
    }
    const day = '20261121'
    expect(amounts(`5;;${day}\n0;7;${day}\n5;7;${day}\n;;${day}\n-5;;${day}`, split)).toEqual([
      500,
      -700,
      'line 3',
      'line 4',
      'line 5',
    ])
    expect(amounts(`5;+;${day}\n7;-;${day}\n5;;${day}\n-5;-;${day}\n5;D;${day}`, signed)).toEqual([
      500,
      -700,
      'line 3',
      'line 4',
      'line 5',
    ])
  })
})
