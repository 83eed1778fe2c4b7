import { insert } from './insert.ts'

/** A bank account that a feed posts to, with as many unclaimed transactions of these hours as there are orders. */
export const busyAccount = 64

/** What each of its transactions is, in hundredths. */
export const busyAmount = 77_700

/** A credit and a debit, unclaimed, that were booked just after all filled orders were created, by their ids. */
export const lateCredit = 17
export const lateDebit = 19

const nothing = `''`
const noCounterparty = {
  counterparty_account: nothing,
  counterparty_last5: nothing,
  counterparty_name: nothing,
  memo: nothing,
  source: `'feed'`,
  claimed_by: nothing,
  ignored_reason: nothing,
  posted_by: `'service:bank'`,
}

/** As many accounts of the bank as a deployment may have, whatever the number of its orders. */
export const accountsMax = 100

export const moreAccountSql = insert('bank_accounts', {
  id: `${busyAccount} + n * 32`,
  bank_code: `'013'`,
  account_no: `'7000' || n`,
  holder_name: `'x'`,
  agents: `'[]'`,
  merchants: `'[]'`,
  feeds: `'["service:bank"]'`,
  use: `'both'`,
  note: nothing,
  backing: `'later'`,
  state: `'active'`,
  version: '1',
  waiting_count: '0',
  waiting_amount: '0',
  created_at: '1760000000',
})

// Ids of 2025 carry a few seconds of its first day only.
const afterOrders = '1735689600 + 60'

/** For each order: an unclaimed transaction, a journal row and, of what was decided, an approval. */
export const bankingSql: readonly string[] = [
  insert('bank_transactions', {
    id: '(n + 1) * 32 + 1',
    bank_account_id: `${busyAccount}`,
    day_only: '0',
    booked_at: 'unixepoch() - n / 2 % 1800',
    amount: `iif(n % 2, -1, 1) * ${busyAmount}`,
    external_id: `'N-' || n`,
    state: `'unclaimed'`,
    created_at: 'unixepoch()',
    ...noCounterparty,
  }),
  insert(
    'bank_transactions',
    {
      id: `iif(n, ${lateDebit}, ${lateCredit})`,
      bank_account_id: '32',
      day_only: '0',
      booked_at: afterOrders,
      amount: 'iif(n, -1, 1) * 100000',
      state: `'unclaimed'`,
      external_id: `'L-' || n`,
      created_at: afterOrders,
      confirmed_at: afterOrders,
      ...noCounterparty,
    },
    'from numbers where n < 2',
  ),
  insert('journal', {
    id: '(n + 1) * 32',
    at: '1760000000 + n / 10',
    actor: `'someone'`,
    role: `'operator'`,
    action: `'patch'`,
    subject_kind: `iif(n % 2, 'merchant', 'collection')`,
    subject: `'G' || n % 7`,
    before: 'null',
    after: `'{}'`,
    reason: nothing,
    request_id: nothing,
    approved_by: nothing,
  }),
  insert('approvals', {
    id: '(n + 1) * 32',
    call: `'settle'`,
    subject: nothing,
    path: `'{}'`,
    body: `'{}'`,
    digest: `'d' || n`,
    asker: `'someone'`,
    asked_at: '1760000000 + n / 10',
    state: `iif(n < 50, 'waiting', 'done')`,
    decided_by: nothing,
    reason: nothing,
  }),
]
