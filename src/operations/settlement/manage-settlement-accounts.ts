import type { Context } from '../../context.ts'
import type { ItemPage } from '../../contract/back-office/call.ts'
import type { NewSettlementAccount } from '../../contract/back-office/settlement/withdrawals.ts'
import { invalid, notFound, Refusal } from '../../contract/refusals.ts'
import { bankNameOf } from '../../rules/catalogue/banks.ts'
import { recordId } from '../../rules/people/principal.ts'
import { standingConcern } from '../../rules/people/second-person.ts'
import {
  isSameSettlementAccount,
  type SettlementAccount,
  settlementAccountsMax,
  settlementAccountView,
} from '../../rules/settlement/settlement-account.ts'
import { changeMerchant } from '../../store/merchants/merchants.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { isRegistered } from '../banking/manage-bank-account.ts'
import { commitChange, type MerchantCommand } from '../merchants/change-merchant.ts'
import { requireMerchant } from '../merchants/read-merchant.ts'

type AccountView = ReturnType<typeof settlementAccountView>

/** A merchant's settlement accounts, oldest first. */
export async function listSettlementAccounts(
  context: Context,
  uid: string,
): Promise<ItemPage<AccountView>> {
  const { merchant } = await requireMerchant(context, uid)
  return { items: merchant.settlementAccounts.map(settlementAccountView), next_cursor: null }
}

/**
 * Adds a settlement account to a merchant, with a second person (fees §3). Refuses with `duplicate_settlement_account`
 * an existing one, and with `validation_error` a sixth or an account of the platform.
 */
export async function addSettlementAccount(
  command: MerchantCommand & { readonly request: NewSettlementAccount },
): Promise<AccountView> {
  const { context, principal, request } = command
  const { bank_code: bankCode, account_no: accountNo, holder_name: holderName } = request
  if (bankNameOf(bankCode) === null) throw unknownBank(bankCode)
  if (await isRegistered(context, { bankCode, accountNo })) throw ownAccount()
  return commitChange(command, ({ merchant, merchantContext: { db, databaseNumber } }) => {
    const { settlementAccounts: accounts } = merchant
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
    const view = settlementAccountView(account)
    const statement = changeMerchant(db, merchant, { settlementAccounts: [...accounts, account] })
    return { action: 'add-settlement-account', before: null, after: view, concern, statement, view }
  })
}

/** Removes a settlement account, with a second person; waiting withdrawals are still paid to it. */
export async function removeSettlementAccount(
  command: MerchantCommand & { readonly id: string },
): Promise<AccountView> {
  return commitChange(command, ({ merchant, merchantContext: { db } }) => {
    const { settlementAccounts: accounts } = merchant
    const account = accounts.find(({ id }) => String(id) === command.id)
    if (account === undefined) throw noSuchAccount()
    const view = settlementAccountView(account)
    const others = accounts.filter((one) => one !== account)
    const statement = changeMerchant(db, merchant, { settlementAccounts: others })
    const action = 'remove-settlement-account'
    return { action, before: view, after: null, concern, statement, view }
  })
}

const concern = standingConcern('settlement_account_changed')

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
      'This is an account of the platform; send the merchant’s account',
    ),
  )
}

function tooManyAccounts(): Refusal {
  const max = settlementAccountsMax
  return invalid(
    'account_no',
    say(
      `一個商戶最多 ${max} 個結算帳戶，請先移除一個`,
      `A merchant has at most ${max} settlement accounts; remove one first`,
    ),
  )
}

function noSuchAccount(): Refusal {
  return notFound(
    say('查無此結算帳戶，請確認編號', 'There is no such settlement account; check its id'),
  )
}
