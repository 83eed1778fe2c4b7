import type { DatabaseSync } from 'node:sqlite'
import { insert } from './insert.ts'

/** A bank account that a feed posts to, with as many unclaimed transactions of these hours as there are orders. */
export const busyAccount = 64

/** What each of its transactions is, in hundredths. */
export const busyAmount = 77_700

/** A credit and a debit, unclaimed, that were booked just after all filled orders were created, by their ids. */
export const lateCredit = 17
export const lateDebit = 19

/** As many accounts of the bank as a deployment may have, whatever the number of its orders. */
const accountsMax = 100

/** What every account of the bank has. */
export const anAccount = {
  agents: `'[]'`,
  merchants: `'[]'`,
  feeds: `'[]'`,
  holder_name: `'x'`,
  use: `'both'`,
  state: `'active'`,
  version: '1',
  created_at: '1760000000',
}

const fromFeed = { source: `'feed'`, posted_by: `'service:bank'`, state: `'unclaimed'` }

// Ids of 2025 carry a few seconds of its first day only.
const afterOrders = '1735689600 + 60'

/** Accounts, and for each order an unclaimed transaction, a journal row and, of what was decided, an approval. */
export function fillBanking(database: DatabaseSync, count: number): void {
  insert(database, 'bank_accounts', {
    count: accountsMax,
    values: {
      ...anAccount,
      id: `${busyAccount} + n * 32`,
      bank_code: `'013'`,
      account_no: `'7000' || n`,
      feeds: `'["service:bank"]'`,
      backing: `'later'`,
    },
  })
  insert(database, 'bank_transactions', {
    count,
    values: {
      ...fromFeed,
      id: '(n + 1) * 32 + 1',
      bank_account_id: `${busyAccount}`,
      booked_at: 'unixepoch() - n / 2 % 1800',
      amount: `iif(n % 2, -1, 1) * ${busyAmount}`,
      external_id: `'N-' || n`,
      created_at: 'unixepoch()',
    },
  })
  insert(database, 'bank_transactions', {
    count: 2,
    values: {
      ...fromFeed,
      id: `iif(n, ${lateDebit}, ${lateCredit})`,
      bank_account_id: '32',
      booked_at: afterOrders,
      amount: 'iif(n, -1, 1) * 100000',
      external_id: `'L-' || n`,
      created_at: afterOrders,
      confirmed_at: afterOrders,
    },
  })
  insert(database, 'journal', {
    count,
    values: {
      at: '1760000000 + n / 10',
      actor: `'someone'`,
      role: `'operator'`,
      action: `'patch'`,
      subject_kind: `iif(n % 2, 'merchant', 'collection')`,
      subject: `'G' || n % 7`,
      after: `'{}'`,
    },
  })
  insert(database, 'approvals', {
    count,
    values: {
      call: `'settle'`,
      path: `'{}'`,
      body: `'{}'`,
      digest: `'d' || n`,
      asker: `'someone'`,
      asked_at: '1760000000 + n / 10',
      state: `iif(n < 50, 'waiting', 'done')`,
    },
  })
}
