import { toAmount } from '../../../units/money.ts'
import { dayToTaipei, secondsToTaipei } from '../../../units/taipei-time.ts'
import { type BankAccount, figuresOn } from '../../banking/bank-account.ts'
import type { DayRange } from '../../banking/statements/join-days.ts'
import { bankNameOf } from '../../catalogue/banks.ts'

/** An account as the back office sees it `today` (Asia/Taipei, in days since 1970). */
type BankAccountRecord = {
  readonly account: BankAccount
  readonly today: number
  readonly gaps: readonly DayRange[]
}

/** A bank account with its figures (back office §2). `database` is the number of the database it belongs to. */
export function bankAccountView({ account, today, gaps }: BankAccountRecord, database: number) {
  const { id, bankCode, accountNo } = account
  const { received, handedOut } = figuresOn(account, today)
  return {
    id,
    database,
    bank_code: bankCode,
    bank_name: bankNameOf(bankCode) ?? '',
    account_no: accountNo,
    ...bankAccountFields(account),
    auto_awaiting: toAmount(account.autoAwaiting),
    auto_unproven: account.autoUnproven,
    received_today: toAmount(received),
    handed_out_today: toAmount(handedOut),
    waiting: toAmount(account.waitingAmount),
    waiting_count: account.waitingCount,
    last_transaction_at: secondsToTaipei(account.lastTransactionAt),
    gaps: gaps.map(({ from, to }) => ({ from: dayToTaipei(from), to: dayToTaipei(to) })),
    created_at: secondsToTaipei(account.createdAt),
  }
}

/** The fields of an account that a person can change, by the calls' names. */
export function bankAccountFields(account: AccountFields) {
  return {
    holder_name: account.holderName,
    agents: account.agents,
    merchants: account.merchants,
    feeds: account.feeds,
    use: account.use,
    daily_cap: account.dailyCap === null ? null : toAmount(account.dailyCap),
    fee_max: toAmount(account.feeMax),
    backing: account.backing,
    statement_format: account.statementFormat,
    note: account.note,
    auto: account.auto,
    auto_max: toAmount(account.autoMax),
    auto_awaiting_max: toAmount(account.autoAwaitingMax),
    auto_sources: account.autoSources,
    state: account.state,
  }
}

/** The fields of an account that a person can change. */
export type AccountFields = Pick<
  BankAccount,
  | 'holderName'
  | 'agents'
  | 'merchants'
  | 'feeds'
  | 'use'
  | 'dailyCap'
  | 'feeMax'
  | 'backing'
  | 'statementFormat'
  | 'note'
  | 'auto'
  | 'autoMax'
  | 'autoAwaitingMax'
  | 'autoSources'
  | 'state'
>
