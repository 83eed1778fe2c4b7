import type { Doubt } from '../../../src/contract/back-office/states.ts'
import { anOwnAmount } from './own-amount.ts'
import { aDeposit, aLink, anAccount, aShop, ask, type Body, type Shop } from './shop.ts'
import { storeDoubts } from './stored.ts'

/** The agent of the accounts that `anOwnAccount` makes. */
export const agent = 'dora:agent'

export const anOwnAccount = () => anAccount({ agents: ['dora'] })

type MatchedOrder = {
  readonly account: Body
  readonly amount: number
  readonly last5: string
  readonly member?: string
  readonly by?: string
}

/** Creates an order of a payer, and matches it to the account. */
export async function aMatchedOrder(wanted: MatchedOrder): Promise<Body> {
  const { account, amount, last5, member = 'member-7', by = agent } = wanted
  const payer = { payer_account_no: `004-00123${last5}`, member_no: member }
  shop ??= aShop('疑點商行')
  const order = await aLink(await shop, amount, payer)
  await ask(by, 'POST', `/collections/${order.trade_no}/match`, { bank_account: account.id })
  return order
}

// One merchant for all orders of a process: each test has accounts and amounts of its own.
let shop: Promise<Shop> | undefined

type OrderInDoubt = Pick<MatchedOrder, 'account' | 'last5'> & { readonly doubts: readonly Doubt[] }

/** Creates an order on the account, and a deposit with those doubts that may pay it. */
export async function anOrderInDoubt({ account, doubts, last5 }: OrderInDoubt) {
  const amount = anOwnAmount()
  const order = await aMatchedOrder({ account, amount, last5 })
  const line = await aDeposit(account.id, amount, last5)
  storeDoubts(line.id, doubts)
  return { order, line, amount }
}

/** The status of an order now. */
export async function statusOf({ trade_no: tradeNo }: Body): Promise<string> {
  return (await ask(agent, 'GET', `/collections/${tradeNo}`)).status
}
