import type { RefusalEntry } from '../../refusal-entry.ts'

/** The refusals of statements and of posted lines (back office §3). */
export const statementRefusals = {
  statement_refused: {
    status: 422,
    zh: '對帳單未匯入：請依 problems 與 chain 修正檔案，或以 skip_problems=1 略過有問題的行',
    en: 'The statement was not imported: correct the file by problems and chain, or send skip_problems=1',
  },
  import_in_use: {
    status: 409,
    zh: '此匯入的交易已認列、列為不處理，或另由即時明細或人員回報，請先處理這些交易',
    en: 'Transactions of the import are claimed, ignored, or also reported by a feed or a person; free them first',
  },
  bank_transaction_differs: {
    status: 409,
    zh: '此 external_id 已用於內容不同的交易，請確認編號與內容',
    en: 'This external_id belongs to a transaction with other content; check the id and the content',
  },
} as const satisfies Record<string, RefusalEntry>
