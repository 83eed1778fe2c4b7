import type { MerchantContext } from '../../../src/context.ts'
import { transactionFilter } from '../../../src/contract/back-office/banking/transactions.ts'
import { ignoreTransaction } from '../../../src/operations/banking/ignore-transaction.ts'
import {
  listImports,
  showStatements,
} from '../../../src/operations/banking/imports/show-statements.ts'
import { goOnUndoingIn } from '../../../src/operations/banking/imports/undo-import.ts'
import {
  listTransactions,
  showTransaction,
} from '../../../src/operations/banking/list-transactions.ts'
import { gapsOf } from '../../../src/store/banking/banking-figures.ts'
import { countOnAccount, countOnOthers } from '../../../src/store/banking/imports/match-counts.ts'
import { agent, operator } from './service.ts'
import { anAccountWithFeed, importFile, post, statementOf, undo } from './statements.ts'

/** Statements, a feed, and what people do with bank transactions: every statement of theirs. */
export async function writeAndListTransactions(context: MerchantContext): Promise<void> {
  const account = await anAccountWithFeed()
  const line = { at: '2026-11-20 10:00:00', amount: 5 }
  const { answer } = await post(account, line, context)
  const { imported } = await importFile(account, statementOf([line, line]), {}, context)
  await ignoreTransaction({
    context,
    principal: operator,
    id: answer.id,
    call: { kind: 'fee', reason: 'x' },
  })
  await gapsOf(context.db, [account])
  const lines = [{ bookedAt: 1_795_000_000, dayOnly: false, amount: 500, balance: 500 }]
  await countOnOthers(context.db, account, lines)
  await countOnAccount(context.db, account, lines)
  const filters = [{}, { bank_account: account }, { amount: 5 }, { state: 'ignored' }]
  for (const by of [operator, agent]) {
    await showTransaction(context, by, answer.id)
    for (const cursor of [undefined, '1795000000.5']) {
      for (const filter of filters) {
        const call = transactionFilter.parse({ ...filter, cursor, from: '2026-11-20' })
        await listTransactions(context, by, call)
      }
    }
  }
  await showStatements(context, account)
  await listImports(context, account, { limit: 1 })
  await undo(imported?.id ?? 0, context)
  await goOnUndoingIn(context)
}
