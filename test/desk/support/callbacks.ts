import { randomUUID } from 'node:crypto'
import { ask, type Body, operator, type Shop } from './shop.ts'

/** Payouts that were cancelled: each owes a callback to that address. Returns the callbacks, newest first. */
export async function cancelledPayouts(shop: Shop, count: number, url: string): Promise<Body[]> {
  const numbers = Array.from({ length: count }, () => randomUUID())
  const create = (serial_no: string) =>
    shop.call('payouts', { serial_no, amount: 100, payee_name: '王小明', notify_url: url })
  for (const number of numbers) await create(number)
  const list = `/payouts?merchant_uid=${shop.uid}&status=pending&limit=200`
  const { items } = await ask(operator, 'GET', list)
  const cancel = ({ trade_no }: Body) =>
    ask(operator, 'POST', `/payouts/${trade_no}/cancel`, { reason: '測試' })
  await Promise.all(items.map(cancel))
  return callbacksOf(shop)
}

/** The callbacks of a merchant, newest first. */
export async function callbacksOf({ uid }: Shop, more = ''): Promise<Body[]> {
  const path = `/callbacks?merchant_uid=${uid}&limit=200${more}`
  return (await ask(operator, 'GET', path)).items
}

/** Waits until it holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}
