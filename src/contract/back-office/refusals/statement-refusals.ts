import type { RefusalEntry } from '../../refusal-entry.ts'

/** The refusals of statements and of posted lines (back office §3). */
export const statementRefusals = {
  statement_refused: {
    status: 422,
    zh: '對帳單未匯入：請依 problems 與 chain 修正檔案，或以 skip_problems=1 略過有問題的行',
    en: 'The statement was not imported: mend what problems and chain say, or skip the problems',
  },
  import_in_use: {
    status: 409,
    zh: '此匯入的交易已認列、列為不處理，或另有即時明細或人員登記，須先處理這些交易',
    en: 'Lines of the import are claimed, ignored, or told by a feed or a person too: free them first',
  },
  bank_transaction_differs: {
    status: 409,
    zh: '此 external_id 已用於內容不同的交易，請確認編號與內容',
    en: 'The external_id was used for a line that says something else',
  },
} as const satisfies Record<string, RefusalEntry>
