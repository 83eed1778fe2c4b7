import { expect } from 'vitest'
import { allWritten, anAccount, approved, ask, aTransaction, done, feedName, why } from './desk.ts'

const aDay = (amount: number, balance: number) =>
  `2026-11-20,10:00:00,${amount},${balance},轉入,00412345678,王小明`

/** An account, and a statement of one line, which no other account has. */
async function aStatement() {
  const account = await anAccount({ statement_format: 'demo_utf8' })
  const head = '日期,時間,金額,餘額,備註,對方帳號,對方名稱'
  return { account, lines: [head, aDay(100, Number(account.id) % 1_000_000_000), ''] }
}

/** A statement that is imported, and its line. */
async function anImport() {
  const { account, lines } = await aStatement()
  const { import_id } = await done('importStatement', account, { file: lines.join('\n') })
  await allWritten()
  const { items } = await done('listTransactions', {}, { query: { bank_account: account.id } })
  return { account, lines, path: { id: String(import_id) }, line: items[0] }
}

/** Bank accounts, their transactions and statements. */
export const bankingAnswers = {
  createBankAccount: () => anAccount({ daily_cap: 1000, agents: ['cat@platform.example'] }),
  patchBankAccount: async () => {
    const path = await anAccount()
    await done('patchBankAccount', path, { body: { note: '新' } })
    await done('patchBankAccount', path, { body: { state: 'frozen' } })
    await approved('patchBankAccount', path, { body: { state: 'active' } })
  },
  listBankAccounts: async () => {
    await anAccount()
    const { items } = await done('listBankAccounts', {}, { query: { balances: '1' } })
    expect(items.length).toBeGreaterThan(0)
  },
  showBankAccount: async () => done('showBankAccount', await anAccount()),
  listTransactions: async () => {
    const { account } = await aTransaction()
    const { items } = await done('listTransactions', {}, { query: { bank_account: account } })
    expect(items).toHaveLength(1)
  },
  exportTransactions: async () => {
    const { account } = await aTransaction()
    const file = await done('exportTransactions', {}, { query: { bank_account: account } })
    expect(file).toContain('unclaimed')
  },
  showTransaction: async () => done('showTransaction', (await aTransaction()).path),
  postTransaction: async () => {
    const { account, body } = await aTransaction()
    expect((await ask('postTransaction', {}, { body })).status).toBe(200)
    const feed = { by: `${feedName}:feed`, body: { ...body, external_id: `${body.external_id}B` } }
    await done('postTransaction', {}, feed)
    const byHand = { ...body, external_id: `${body.external_id}C`, amount: '7.5' }
    await approved('postTransaction', {}, { body: byHand })
    const differs = await ask('postTransaction', {}, { ...feed, body: { ...feed.body, amount: 1 } })
    expect(differs.body.error).toBe('bank_transaction_differs')
    await done('listTransactions', {}, { query: { bank_account: account } })
  },
  ignoreTransaction: async () =>
    done('ignoreTransaction', (await aTransaction()).path, { body: { kind: 'fee', ...why } }),
  reopenTransaction: async () => {
    const { path } = await aTransaction()
    await done('ignoreTransaction', path, { body: { kind: 'other', ...why } })
    await done('reopenTransaction', path, { body: why })
  },
  importStatement: async () => {
    const { account, lines } = await aStatement()
    const query = { dry_run: '1' }
    const planned = await done('importStatement', account, { query, file: lines.join('\n') })
    expect(planned.first).toHaveLength(1)
    const broken = [...lines.slice(0, 2), aDay(5, 7), 'x']
    const refused = await ask('importStatement', account, { file: broken.join('\n') })
    expect(refused.body).toMatchObject({ error: 'statement_refused', problems: [{ line: 4 }] })
  },
  showStatements: async () => {
    const { account, line } = await anImport()
    await done('showTransaction', { id: String(line.id) })
    await done('showBankAccount', account)
    await done('showStatements', account)
  },
  listImports: async () => {
    const { items } = await done('listImports', (await anImport()).account)
    expect(items).toHaveLength(1)
  },
  showImport: async () => {
    const shown = await done('showImport', (await anImport()).path)
    expect(shown).toMatchObject({ state: 'done', new: 1 })
  },
  agreeImport: async () => {
    const { path } = await anImport()
    const own = await ask('agreeImport', path)
    expect([own.status, own.body.error]).toEqual([403, 'own_approval'])
    await done('agreeImport', path, { by: 'other@platform.example:operator' })
  },
  undoImport: async () => {
    const { path, line } = await anImport()
    await done('ignoreTransaction', { id: String(line.id) }, { body: { kind: 'other', ...why } })
    const used = await ask('undoImport', path, { body: why })
    expect(used.body).toMatchObject({ error: 'import_in_use', bank_transactions: [line.id] })
    await done('reopenTransaction', { id: String(line.id) }, { body: why })
    const undoing = await approved('undoImport', path, { body: why })
    expect(undoing.state).toBe('undoing')
    await allWritten()
    expect(await done('showImport', path)).toMatchObject({ state: 'undone', new: 1 })
  },
  listStatementFormats: () => done('listStatementFormats'),
}
