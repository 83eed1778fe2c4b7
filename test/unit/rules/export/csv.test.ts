import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvParts, csvParts, type Pages } from '../../../../src/operations/export/csv-pages.ts'
import {
  journalColumns,
  ledgerColumns,
  transactionColumns,
} from '../../../../src/rules/export/book-columns.ts'
import { csvLine } from '../../../../src/rules/export/csv.ts'
import { csvTable, exportRowsMax } from '../../../../src/rules/export/csv-table.ts'
import { collectionColumns, payoutColumns } from '../../../../src/rules/export/order-columns.ts'
import { readCsv } from '../../../support/csv.ts'
import { forAll } from '../../../support/property.ts'

// Texts that mean something to a spreadsheet or to a reader of CSV, among any others.
const awkward = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '"',
  ',',
  "'",
  '0',
  '7',
  ' ',
  '＝',
  '＋',
  '－',
  '＠',
  '\u3000',
  '\u00a0',
  '\u200b',
  '\ufeff',
)
// What a spreadsheet does not see before it looks for a formula.
const unseen = ' \n\u3000\u00a0\u200b\ufeff'
const text = fc.oneof(
  fc
    .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 3 })))
    .map((all) => all.join('')),
  fc.stringMatching(/^0\d{1,19}$/),
)
const amount = fc.integer({ min: -1e9, max: 1e9 }).map((hundredths) => hundredths / 100)
const cell = fc.oneof(text, amount, fc.boolean(), fc.constant(null))

describe('a line of CSV', () => {
  test('is read back as it was written, and no cell is executed or loses a zero', () => {
    forAll([fc.array(cell, { minLength: 1, maxLength: 9 })], 1_000, (cells) => {
      const [read, ...others] = readCsv(csvLine(cells))
      expect(others).toEqual([])
      expect(read).toHaveLength(cells.length)
      for (const [place, shown] of (read ?? []).entries()) {
        const given = cells[place] ?? ''
        if (typeof given !== 'string') {
          expect(shown).toBe(String(given))
          continue
        }
        const first = [...given].find((character) => !unseen.includes(character)) ?? ''
        if ('=+-@\t\r＝＋－＠'.includes(first) && first !== '' && !isLaterTab(given, first)) {
          expect(shown).toBe(`'${given}`)
        }
        if (/^[^\s\p{Cf}=+\-@＝＋－＠]/u.test(given)) {
          expect(shown).toBe(/^0\d+$/.test(given) ? `'${given}` : given)
        }
      }
    })
  })

  test.each([
    [['=HYPERLINK("http://x")', -5.5], `"'=HYPERLINK(""http://x"")",-5.5\r\n`],
    [['0912345678', '0', '00', '12'], `'0912345678,0,'00,12\r\n`],
    [['a\nb', null, true, { a: '1,2' }], `"a\nb",,true,"{""a"":""1,2""}"\r\n`],
    [['+886', '-', '@x', '\tx'], `'+886,'-,'@x,'\tx\r\n`],
    [['＝1', '＋1', '－1', '＠x'], `'＝1,'＋1,'－1,'＠x\r\n`],
    [[' =1', '\u3000＝1', '\u200b+1', ' x'], `' =1,'\u3000＝1,'\u200b+1, x\r\n`],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

// A tab or a carriage return behind a blank begins nothing.
function isLaterTab(given: string, first: string): boolean {
  return '\t\r'.includes(first) && !given.startsWith(first)
}

test('each table has its columns in both languages, each with a name of its own', () => {
  const books = [ledgerColumns, journalColumns, transactionColumns]
  for (const columns of [collectionColumns, payoutColumns, ...books]) {
    for (const place of [0, 1] as const) {
      const names = Object.values(columns).map((one) => one[place])
      expect(new Set(names).size).toBe(names.length)
    }
    expect(Object.values(columns).every(([zh]) => /\p{Script=Han}/u.test(zh))).toBe(true)
    expect(Object.values(columns).every(([, en]) => /^[\x20-\x7e]+$/.test(en))).toBe(true)
  }
})

describe('the file of a table', () => {
  const table = csvTable<{ readonly n: number }>({ n: ['數字', 'Number'] }, 'en')

  test('begins with a byte order mark and its head in the reader’s language', async () => {
    expect(await fileOf([])).toBe('\uFEFFNumber\r\n')
    const { head } = csvTable({ n: ['數字', 'Number'] }, 'zh')
    expect(head).toBe('\uFEFF數字\r\n')
  })

  test('has 200,000 rows at most, and a last line that says so where there were more', async () => {
    for (const [count, isCut] of [
      [exportRowsMax - 1, false],
      [exportRowsMax, false],
      [exportRowsMax + 1, true],
    ] as const) {
      const lines = (await fileOf(pagesUpTo(count))).trimEnd().split('\r\n')
      expect(lines.slice(1, 3)).toEqual(['0', '1'])
      expect(lines).toHaveLength(1 + Math.min(count, exportRowsMax) + (isCut ? 1 : 0))
      expect(lines.at(-1)?.includes('200,000')).toBe(isCut)
    }
  })

  test('says so where not all rows were looked at', async () => {
    const lines = (await fileOf([[1, 2]], 'cut_off')).trimEnd().split('\r\n')
    expect(lines).toEqual(['\uFEFFNumber', '1', '2', expect.stringContaining('Not complete')])
  })

  function fileOf(pages: Iterable<readonly number[]>, end: 'whole' | 'cut_off' = 'whole') {
    return textOf(csvParts(table, given(pages, end), (n) => ({ n })))
  }
})

function* pagesUpTo(count: number): Iterable<readonly number[]> {
  for (let start = 0; start < count; start += 999) {
    yield Array.from({ length: Math.min(999, count - start) }, (_, n) => start + n)
  }
}

async function* given<Row>(pages: Iterable<readonly Row[]>, end: 'whole' | 'cut_off'): Pages<Row> {
  for (const page of pages) yield page
  return end
}

async function textOf(parts: CsvParts): Promise<string> {
  const texts: string[] = []
  for await (const part of parts) texts.push(part)
  return texts.join('')
}
