import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Context } from '../../../src/context.ts'
import {
  type BankAccountPatch,
  bankAccountPatch,
  newBankAccount,
} from '../../../src/contract/back-office/banking/accounts.ts'
import {
  createBankAccount,
  patchBankAccount,
} from '../../../src/operations/banking/manage-bank-account.ts'
import type { matchCollection } from '../../../src/operations/orders/match-collection.ts'
import type { Override } from '../../../src/rules/orders/override.ts'
import { context, move } from './orders.ts'
import { operator, rowsIn } from './service.ts'

let numbers = 0

/** An account number that no other test of the file uses. */
export function anAccountNo(): string {
  numbers += 1
  return `7000${String(numbers).padStart(8, '0')}`
}

/** A bank account that an operator has registered. */
export function anAccount(fields: object = {}, at: Context = context) {
  const call = { bank_code: '013', account_no: anAccountNo(), holder_name: '大安商行', ...fields }
  return createBankAccount(at, operator, newBankAccount.parse(call))
}

export function patch(id: number, fields: object, at: Context = context) {
  return patchBankAccount({
    context: at,
    principal: operator,
    id,
    patch: bankAccountPatch.parse(fields) as BankAccountPatch,
  })
}

/** Matches a collection to an account. */
export function matchTo(
  bankAccount: number | 'any',
  tradeNo: string,
  who: Parameters<typeof matchCollection>[0]['principal'] = operator,
  { override = false, at = context }: { override?: Override; at?: Context } = {},
) {
  return move.match(tradeNo, { bankAccount, override }, { context: at, principal: who })
}

/** Compares what accounts say of what waits and what was handed out with the orders. */
export async function expectSoundAccounts(database: D1Database = env.DB): Promise<void> {
  const kept = await rowsIn(
    database,
    `
    select id as account, waiting_count as count, waiting_amount as amount from bank_accounts
    where waiting_count <> 0 or waiting_amount <> 0 order by id`,
  )
  const waiting = await rowsIn(
    database,
    `
    select bank_account_id as account, count(*) as count, sum(amount) as amount from collections
    where bank_account_id is not null and status = 'pending' and collection_status = 'matched'
    group by 1 order by 1`,
  )
  expect(kept).toEqual(waiting)
  const handedOut = await rowsIn(
    database,
    `
    select id as account, day, handed_out as amount from bank_accounts
    where handed_out <> 0 order by 1`,
  )
  const counted = await rowsIn(
    database,
    `
    select bank_account_id as account, day, sum(amount) as amount
    from collections join bank_accounts on bank_accounts.id = bank_account_id
    where bank_account_day = day and (status <> 'pending' or collection_status = 'matched')
    group by 1 order by 1`,
  )
  expect(handedOut).toEqual(counted)
}
