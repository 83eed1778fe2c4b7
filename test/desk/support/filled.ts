import { type FilledBank, fillBank } from './filled-bank.ts'
import { fillCallbacks } from './filled-callbacks.ts'
import { fillOrders } from './filled-orders.ts'
import { fillPeople } from './filled-people.ts'
import { fillSettlement } from './filled-settlement.ts'
import { type OutsideTexts, plainTexts } from './outside-texts.ts'
import { aReceiver, fails, type Receiver } from './receivers.ts'
import { aShop, type Shop } from './shop.ts'
import { storeAlarm } from './stored.ts'

/** Values for the path of a call, by the name of the state that it then shows. */
export type Examples = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A system with something of everything in it. */
export type System = {
  readonly shop: Shop
  readonly bank: FilledBank
  /** By the first word of a call’s path: what such calls can be about, one for each main state. */
  readonly examples: Readonly<Record<string, Examples>>
  close(): void
}

/**
 * Fills the service: orders of both directions in each state, accounts, statements, callbacks in trouble, approvals,
 * holds, people, alarms. `texts` stand in every field that somebody outside can fill.
 */
export async function aFilledDesk(texts: OutsideTexts = plainTexts): Promise<System> {
  const receiver = await aReceiver({ ...fails, body: texts.answer })
  const shop = await aShop(texts.merchant)
  const bank = await fillBank(texts)
  const of = { shop, bank, receiver, texts }
  const [orders, callbacks, people] = [
    await fillOrders(of),
    await fillCallbacks(of),
    await fillPeople(of),
  ]
  await fillSettlement(shop)
  storeAlarm('callback_backlog', 'database:0', 'standing')
  const [account] = Object.values(bank.accounts)
  storeAlarm('account_silent', `bank_account:${account?.id}`, 'standing')
  storeAlarm('server_errors', '', 'over')
  return {
    shop,
    bank,
    examples: {
      ...people,
      collections: { ...orders.collections, ...callbacks.collections },
      payouts: orders.payouts,
      callbacks: callbacks.callbacks,
      'bank-accounts': bank.accounts,
      'bank-transactions': { ...bank.transactions, ...orders.transactions },
      imports: bank.imports,
    },
    close: receiver.stop,
  }
}

/** What the parts of a filled system are made with. */
export type Filling = {
  readonly shop: Shop
  readonly bank: FilledBank
  readonly receiver: Receiver
  readonly texts: OutsideTexts
}
