import type { Context } from '../../context.ts'
import type { ListPage } from '../../contract/back-office/call.ts'
import type { NewSettlementAccount } from '../../contract/back-office/settlement/withdrawals.ts'
import { invalid, notFound, Refusal } from '../../contract/refusals.ts'
import { bankNameOf } from '../../rules/catalogue/banks.ts'
import type { Merchant } from '../../rules/merchants/merchant.ts'
import { type Principal, recordId } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import {
  isSameSettlementAccount,
  type SettlementAccount,
  settlementAccountsMax,
  settlementAccountView,
} from '../../rules/settlement/settlement-account.ts'
import { setSettlementAccounts } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retried } from '../../units/retried.ts'
import { isRegistered } from '../banking/manage-bank-account.ts'
import { type LocatedMerchant, requireMerchant } from '../merchants/read-merchant.ts'
import { commitCommand } from '../people/commit-command.ts'

type AccountView = ReturnType<typeof settlementAccountView>

/** Where a merchant's money is paid to, oldest first. */
export async function listSettlementAccounts(
  context: Context,
  uid: string,
): Promise<ListPage<AccountView>> {
  const { merchant } = await requireMerchant(context, uid)
  return { items: merchant.settlementAccounts.map(settlementAccountView), next_cursor: null }
}

/**
 * Adds an account that a merchant's money may be paid to, with a second person (fees §3). Refuses with
 * `duplicate_settlement_account` one that the merchant has, and with `validation_error` a sixth and a platform's own.
 */
export async function addSettlementAccount(
  command: SettlementCommand & { readonly request: NewSettlementAccount },
): Promise<AccountView> {
  const { context, principal, request } = command
  const { bank_code: bankCode, account_no: accountNo, holder_name: holderName } = request
  if (bankNameOf(bankCode) === null) throw unknownBank(bankCode)
  if (await isRegistered(context, { bankCode, accountNo })) throw ownAccount()
  return writeAccounts(command, ({ settlementAccounts: accounts }, { databaseNumber }) => {
    const nowMs = context.now()
    const account: SettlementAccount = {
      id: recordId(nowMs, context.random(), databaseNumber),
      bankCode,
      accountNo,
      holderName,
      addedAt: toSeconds(nowMs),
      addedBy: principal.name,
    }
    if (accounts.some((one) => isSameSettlementAccount(one, account))) {
      throw new Refusal('duplicate_settlement_account')
    }
    if (accounts.length >= settlementAccountsMax) throw tooManyAccounts()
    const shown = { before: null, after: settlementAccountView(account) }
    return { action: 'add-settlement-account', account, shown, accounts: [...accounts, account] }
  })
}

/** Removes one, with a second person; what waits to be paid to it is paid as it was asked for. */
export async function removeSettlementAccount(
  command: SettlementCommand & { readonly id: string },
): Promise<AccountView> {
  return writeAccounts(command, ({ settlementAccounts: accounts }) => {
    const account = accounts.find(({ id }) => String(id) === command.id)
    if (account === undefined) throw noSuchAccount()
    const shown = { before: settlementAccountView(account), after: null }
    const left = accounts.filter((one) => one !== account)
    return { action: 'remove-settlement-account', account, shown, accounts: left }
  })
}

type SettlementCommand = {
  readonly context: Context
  readonly principal: Principal
  readonly uid: string
}

type Write = {
  readonly action: string
  /** The account that is added, or removed. */
  readonly account: SettlementAccount
  readonly shown: { readonly before: AccountView | null; readonly after: AccountView | null }
  readonly accounts: readonly SettlementAccount[]
}

// Of two changes at once, the one that comes second is decided anew on what the first has left.
async function writeAccounts(
  { context, principal, uid }: SettlementCommand,
  decide: (merchant: Merchant, context: LocatedMerchant['merchantContext']) => Write,
): Promise<AccountView> {
  return retried(`${uid}: lost a race`, 10, async () => {
    const { merchantContext, merchant } = await requireMerchant(context, uid)
    const { action, account, shown, accounts } = decide(merchant, merchantContext)
    const subject = { kind: 'merchant', name: uid } as const
    const outcome = await commitCommand({
      context: merchantContext,
      principal,
      on: {
        written: { action, subject, ...shown, reason: '' },
        concern: standingConcern('settlement_account_changed'),
      },
      statements: [setSettlementAccounts(merchant, accounts)],
    })
    if (outcome === 'lost_race') return null
    if (outcome !== 'committed') throw new Error(`accounts of ${uid} not written: ${outcome}`)
    context.merchants.forget(uid)
    return settlementAccountView(account)
  })
}

function unknownBank(code: string): Refusal {
  return invalid(
    'bank_code',
    say(`銀行清單沒有代碼 ${code}`, `The list of banks has no code ${code}`),
  )
}

function ownAccount(): Refusal {
  return invalid(
    'account_no',
    say(
      '這是平台的銀行帳戶，請填商戶的帳戶',
      'That is an account of the platform, not of the merchant',
    ),
  )
}

function tooManyAccounts(): Refusal {
  const max = settlementAccountsMax
  return invalid(
    'account_no',
    say(`一個商戶最多 ${max} 個結算帳戶`, `A merchant has at most ${max} settlement accounts`),
  )
}

function noSuchAccount(): Refusal {
  return notFound(say('查無此結算帳戶，請確認編號', 'There is no such settlement account'))
}
