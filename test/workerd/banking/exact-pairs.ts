import type { Identity } from '../../../src/contract/back-office/roles.ts'
import { ann, ask, withApprovals } from '../support/back-office.ts'
import { matchTo } from '../support/bank-accounts.ts'
import { aTransaction, payersLast5 } from '../support/banking.ts'
import { aCollection } from '../support/orders.ts'
import { agent, type Shop } from '../support/service.ts'

// Pairs of a waiting collection and the deposit that is exactly its money (back office §8).

export const context = withApprovals()

export const amy: Identity = { name: agent.name, role: 'agent' }
export const carl: Identity = { name: 'carl@platform.example', role: 'agent' }

export const ready = async (account: number, query: object = {}, by: Identity = ann) => {
  const { value } = await ask(context, by, 'listReady', {}, undefined, {
    query: { bank_account: account, limit: 50, ...query },
  })
  return value
}

/** A collection of 100 dollars that the agent has matched to the account. */
export async function aMatched(shop: Shop, account: number, fields: object = {}): Promise<string> {
  const payer = { counterparty_account: `001-2345-${payersLast5}` }
  const tradeNo = await aCollection(shop, { ...payer, ...fields })
  await matchTo(account, tradeNo, agent)
  return tradeNo
}

/** A payer by a number: the account of an order's fields, and of a line. */
export const payer = (n: number) => {
  const last5 = String(20_000 + n)
  return { fields: { counterparty_account: `001-${last5}` }, line: { counterpartyLast5: last5 } }
}

/** A matched collection, and a deposit of its amount and payer on its account. */
export async function aPair(
  shop: Shop,
  account: number,
  n: number,
  order: object = {},
  deposit: Parameters<typeof aTransaction>[1] = {},
) {
  const { fields, line } = payer(n)
  const tradeNo = await aMatched(shop, account, { ...fields, ...order })
  return {
    trade_no: tradeNo,
    bank_transaction: await aTransaction(account, { ...line, ...deposit }),
  }
}

export const itemsOf = (pairs: readonly { trade_no: string; bank_transaction: number }[]) => ({
  items: pairs.map((pair) => ({
    trade_no: pair.trade_no,
    bank_transactions: [pair.bank_transaction],
  })),
})
