import type { BuiltInFormatName } from '../states.ts'
import type { StatementFormat } from './statement-format.ts'

/** Formats of two imaginary banks, as examples of a declared format. */
export const builtInFormats: Readonly<Record<BuiltInFormatName, StatementFormat>> = {
  demo_big5_roc: {
    encoding: 'big5',
    delimiter: ',',
    header_lines: 3,
    columns: {
      date: '交易日期',
      time: '交易時間',
      out: '支出金額',
      in: '存入金額',
      balance: '帳面餘額',
      memo: '摘要',
      counterparty: '對方帳號',
      name: '對方戶名',
    },
    date_format: 'ROC/MM/DD',
  },
  demo_utf8: {
    encoding: 'utf-8',
    delimiter: ',',
    header_lines: 1,
    columns: {
      date: '日期',
      time: '時間',
      amount: '金額',
      balance: '餘額',
      memo: '備註',
      counterparty: '對方帳號',
      name: '對方名稱',
    },
    date_format: 'YYYY-MM-DD',
  },
}
