import type { DateFormat } from '../../../contract/back-office/banking/statement-format.ts'
import type { Chain, StatementProblem } from '../../../contract/back-office/states.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Labels } from './label-for.ts'

/** The problem of a line of a statement, and its remedy. */
export const statementProblemLabels: Labels<StatementProblem> = {
  bytes_not_in_encoding: {
    zh: '文字編碼不符，請確認格式的編碼',
    en: 'Not in the encoding of the format: check which one the bank writes',
  },
  quotes_not_closed: { zh: '引號未結束', en: 'A quotation mark is not closed' },
  too_few_columns: {
    zh: '欄數太少，請確認分隔符號與標題列數',
    en: 'Too few columns: check the delimiter and the header lines',
  },
  too_many_columns: {
    zh: '欄數太多，請確認分隔符號與標題列數',
    en: 'Too many columns: check the delimiter and the header lines',
  },
  column_not_found: {
    zh: '標題列沒有格式指定的欄名，請確認格式與標題列數',
    en: 'The header has no column of a name in the format: check both',
  },
  date_not_understood: { zh: '日期不符格式', en: 'The date is not in the form of the format' },
  time_not_understood: { zh: '時間無法辨識', en: 'The time is not understood' },
  amount_not_understood: { zh: '金額無法辨識', en: 'The amount is not understood' },
  balance_not_understood: { zh: '餘額無法辨識', en: 'The balance is not understood' },
  booked_ahead: {
    zh: '日期晚於一天之後，請確認年份與日期',
    en: 'The date is more than a day ahead: check year and date',
  },
  text_too_long: { zh: '文字太長', en: 'A text is too long' },
  control_character: { zh: '含有控制字元', en: 'It has a control character' },
  no_lines: { zh: '檔案沒有交易', en: 'The file has no transactions' },
  too_many_lines: {
    zh: '超過 20,000 行，請分成數個檔案',
    en: 'More than 20,000 lines: make several files of it',
  },
  day_not_whole: {
    zh: '這一天的檔案缺少已匯入的交易，請匯出整天的對帳單',
    en: 'The file lacks transactions of this day that are stored: export the whole day',
  },
}

/** The expected form of an unreadable cell; that of a date by its format. */
export const wantedCells: Readonly<Partial<Record<StatementProblem, string>>> = {
  time_not_understood: '10:30:00',
  amount_not_understood: '1,234.50',
  balance_not_understood: '1,234.50',
}
export const dateExamples: Readonly<Record<DateFormat, string>> = {
  'YYYY/MM/DD': '2026/11/30',
  'YYYY-MM-DD': '2026-11-30',
  YYYYMMDD: '20261130',
  'ROC/MM/DD': '115/11/30',
  ROCMMDD: '1151130',
}

/** From Monday on. */
export const weekdayLabels: readonly Meaning[] = [
  { zh: '一', en: 'Mo' },
  { zh: '二', en: 'Tu' },
  { zh: '三', en: 'We' },
  { zh: '四', en: 'Th' },
  { zh: '五', en: 'Fr' },
  { zh: '六', en: 'Sa' },
  { zh: '日', en: 'Su' },
]

/** The meaning of the chain of balances for the person who imports. */
export const chainAdvice: Labels<Chain> = {
  whole: { zh: '每一行的餘額都接得上。', en: 'Each balance follows from the one before.' },
  broken: {
    zh: '餘額接不上，檔案可能缺行或被改過，不能匯入。請由銀行重新匯出。',
    en: 'The balances do not follow: lines are missing or changed. Export the file anew.',
  },
  gap: {
    zh: '與已匯入的日期之間缺日；補齊前，帳戶會顯示警告。',
    en: 'Days are missing before or after; the account warns until they come.',
  },
  unknown: {
    zh: '檔案沒有餘額，無法檢查是否缺漏。',
    en: 'The file has no balances, so what is missing cannot be seen.',
  },
}

/** The formats that come with the service. */
export const formatLabels: Readonly<Record<string, Meaning>> = {
  demo_big5_roc: { zh: '內建：Big5，民國日期', en: 'Built in: Big5, dates of the Republic' },
  demo_utf8: { zh: '內建：UTF-8，西元日期', en: 'Built in: UTF-8, common dates' },
}
