import type { Language, Meaning } from '../../units/language.ts'
import { byteOrderMark, type CsvCell, csvLine } from './csv.ts'

/** The columns of a table, by the field names of its view. */
export type Columns<View> = { readonly [Name in keyof View]: readonly [zh: string, en: string] }

/** The lines of a table as CSV, in the language of its reader. */
export type CsvTable<View> = {
  /** The beginning of the file: the byte order mark and the column names. */
  readonly head: string
  readonly lineOf: (row: View) => string
  /** The last line of a file that lacks rows. */
  readonly cutOff: string
}

export function csvTable<View extends object>(
  columns: Columns<View>,
  language: Language,
): CsvTable<View> {
  const names = Object.keys(columns) as (keyof View)[]
  const heads = names.map((name) => columns[name][language === 'zh' ? 0 : 1])
  return {
    head: byteOrderMark + csvLine(heads),
    lineOf: (row) => csvLine(names.map((name) => cellOf(row[name]))),
    cutOff: csvLine([cutOff[language]]),
  }
}

// A list of names in one cell.
function cellOf(value: unknown): CsvCell {
  return Array.isArray(value) ? value.join(' ') : ((value ?? null) as CsvCell)
}

/** The most rows of an export (back office §7). */
export const exportRowsMax = 200_000

const rowsMax = exportRowsMax.toLocaleString('en')

const cutOff: Meaning = {
  zh: `資料未完：一次最多匯出 ${rowsMax} 筆，請縮小條件或時間範圍後再匯出其餘資料`,
  en: `Not complete: at most ${rowsMax} rows at a time. Narrow the filters or the time for the rest`,
}
