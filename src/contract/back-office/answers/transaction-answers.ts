import * as z from 'zod'
import { statementFormat } from '../banking/statement-format.ts'
import type { transactionCalls, transactionReads } from '../calls/transaction-calls.ts'
import { type DocumentedCalls, listOf, named } from './answer.ts'
import { imports, transactions } from './shapes/transactions.ts'

/** What the document says of what people read of bank transactions. */
export const transactionReadAnswers = {
  listTransactions: {
    says: {
      zh: '銀行交易，依入帳時間由新到舊',
      en: 'Lists bank transactions, by booking, newest first',
    },
    answer: listOf('BankTransactionList', transactions.listed),
  },
  exportTransactions: {
    says: { zh: '銀行交易的 CSV 檔', en: 'Gives bank transactions as a file of CSV' },
    answer: 'csv',
  },
  showTransaction: {
    says: {
      zh: '一筆銀行交易與可能支付的訂單',
      en: 'Shows a bank transaction with what it may pay',
    },
    answer: transactions.shown,
  },
} satisfies DocumentedCalls<typeof transactionReads>

/** What it says of what brings bank transactions in, and puts them aside. */
export const transactionAnswers = {
  importStatement: {
    says: {
      zh: '匯入對帳單，或試算其結果',
      en: 'Imports a statement, or tells what that would do',
    },
    notes: {
      zh: '202 後繼續寫入；dry_run=1 只回應試算結果，狀態 200。中斷的匯入以同一檔案重送即可完成',
      en:
        'It goes on after 202; dry_run=1 writes nothing and answers 200 with what an import would ' +
        'do. One that was cut off is finished by sending the file again',
    },
    answer: named('ImportStarted', z.strictObject({ import_id: z.int() })),
    also: { status: 200, answer: imports.planned },
  },
  showImport: {
    says: { zh: '一次匯入的進度與結果', en: 'Shows how an import stands' },
    answer: imports.shown,
  },
  agreeImport: {
    says: {
      zh: '同意他人的匯入',
      en: 'Agrees to an import of somebody else',
    },
    notes: {
      zh: '匯入者本人與服務憑證不可同意；再次同意不會改變任何內容',
      en: 'Neither its importer nor a service token may; agreeing again changes nothing',
    },
    answer: imports.shown,
  },
  listStatementFormats: {
    says: {
      zh: '內建的對帳單格式',
      en: 'Lists the formats of statements that come with the service',
    },
    answer: named(
      'StatementFormats',
      z.strictObject({
        items: z.array(z.strictObject({ name: z.string(), format: statementFormat })),
      }),
    ),
  },
  postTransaction: {
    says: {
      zh: '回報一筆銀行交易；相同 external_id 只記一次',
      en: 'Takes a bank transaction that a feed, or a person, tells, once for each external_id',
    },
    notes: {
      zh: '已有相同交易時回應該筆，狀態 200',
      en: 'Where the same one is there already the answer is that one, with 200',
    },
    answer: transactions.listed,
    also: { status: 200, answer: transactions.listed },
    waits: true,
  },
  ignoreTransaction: {
    says: { zh: '列為不處理', en: 'Puts a transaction aside that pays no order' },
    answer: transactions.moved,
    waits: true,
  },
  reopenTransaction: {
    says: { zh: '恢復不處理的交易', en: 'Takes back a transaction that was put aside' },
    answer: transactions.moved,
  },
} satisfies DocumentedCalls<typeof transactionCalls>
