import { expect } from 'vitest'
import type { Fields } from '../../../../scripts/client/merchant-client.ts'
import { type CallName, namedCalls } from '../../../../src/contract/back-office/table.ts'
import { callbackId } from '../../../../src/rules/orders/order-identity.ts'
import { secondsToTaipei } from '../../../../src/units/taipei-time.ts'
import { withApprovals } from '../../support/back-office.ts'
import { backOfficeOver, type Inputs } from '../../support/back-office-http.ts'
import { anAccountNo } from '../../support/bank-accounts.ts'
import { aDeliverer } from '../../support/deliverer.ts'
import { aPayout } from '../../support/orders.ts'
import { aCollection, aMerchant, anId, rows, type Shop } from '../../support/service.ts'

const deliverer = aDeliverer(() => 500, { now: Date.now })
const { settings } = withApprovals()
const going: Promise<void>[] = []
const later = (work: Promise<void>) => void going.push(work)
const send = backOfficeOver({ ...deliverer.context, settings, later })

type Path = Record<string, string>
type Input = Omit<Inputs, 'path'> & { readonly by?: string }

/** Makes a call, as the operator Ann if `by` names nobody else. */
export function ask(name: CallName, path: Path = {}, { by = ann, ...inputs }: Input = {}) {
  const entry = namedCalls.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`there is no call ${name}`)
  return send(entry, by, { path, ...inputs })
}

/** Makes a call that is not refused, and returns the body of its answer. */
export async function done(name: CallName, path: Path = {}, input: Input = {}) {
  const answer = await ask(name, path, input)
  expect([name, answer.status < 300, answer.body]).toEqual([name, true, answer.body])
  return answer.body
}

/** Makes a call that waits, and has another operator approve it. */
export async function approved(name: CallName, path: Path = {}, input: Input = {}) {
  const { approval_id } = await done(name, path, input)
  return done('approve', { id: String(approval_id) }, { body: {}, by: ben })
}

/** Waits for what goes on after the answers. */
export const allWritten = () => Promise.all(going.splice(0))

const ann = 'ann@platform.example:operator'
export const ben = 'ben@platform.example:operator'
export const notified = { notify_url: 'https://m.example/n' }
export const why = { reason: '查核' }
export const feedName = 'service:made-up-bank'

export async function anOrder(fields: Fields = {}) {
  const shop = await aMerchant()
  const { tradeNo, id } = await aCollection(shop, { ...notified, ...fields })
  return { shop, id, path: { trade_no: tradeNo } }
}

export async function aSettled(fields: Fields = {}) {
  const order = await anOrder(fields)
  await done('settleCollection', order.path, { body: { manual: true } })
  return order
}

/** A settled collection whose callback was attempted once. */
export async function aNotified() {
  const order = await aSettled()
  await deliverer.deliver(order.id)
  return { ...order, callback: { id: callbackId(order.path.trade_no, 1) } }
}

export async function aPendingPayout(shop?: Shop, fields: Fields = {}) {
  return { trade_no: await aPayout(shop ?? (await aSettled()).shop, fields) }
}

export async function aPaidPayout(shop?: Shop) {
  const path = await aPendingPayout(shop, notified)
  await done('processPayout', path, { body: { voucher_no: 'V1' } })
  return path
}

/** A bank account, by its path. */
export async function anAccount(fields: object = {}) {
  const account = { bank_code: '013', account_no: anAccountNo(), holder_name: '大安商行' }
  const { id } = await approved('createBankAccount', {}, { body: { ...account, ...fields } })
  return { id: String(id) }
}

async function posted(account: string, fields: object) {
  const booked_at = secondsToTaipei(Math.floor(Date.now() / 1000))
  const line = { bank_account: Number(account), booked_at, amount: 100 }
  const body = { ...line, external_id: anId(), counterparty_last5: '67890', ...fields }
  return { body, ...(await done('postTransaction', {}, { by: `${feedName}:feed`, body })) }
}

/** A line that a feed has posted, of 100 dollars that came in. */
export async function aTransaction(fields: object = {}) {
  const { id: account } = await anAccount({ feeds: [feedName] })
  const { body, id } = await posted(account, { memo: '轉入', ...fields })
  return { account, body, path: { id: String(id) } }
}

/** A collection whose deposit has come after its match; `auto`: what the service does on its account. */
export async function aReady(auto: object = {}, last5 = '67890') {
  const { path, shop } = await anOrder({ counterparty_account: `001-${last5}` })
  await rows(`update merchants set auto = 'settle' where uid = ?`, shop.uid)
  const { id: account } = await anAccount({ feeds: [feedName], ...auto })
  await done('matchCollection', path, { body: { bank_account: account } })
  await posted(account, { counterparty_last5: last5 })
  await allWritten()
  return { account, ...path }
}
