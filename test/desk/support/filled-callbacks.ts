import { until } from '../../../scripts/demo/story.ts'
import type { Examples, Filling } from './filled.ts'
import { aFilledLink } from './filled-orders.ts'
import { ask, operator } from './shop.ts'
import { park } from './stored.ts'

/** Orders whose receiver is in trouble: one that answers 500, and one that is not there; and their callbacks. */
export async function fillCallbacks(
  filling: Filling,
): Promise<{ readonly collections: Examples; readonly callbacks: Examples }> {
  const failing = await settledFor(filling, filling.receiver.url)
  const gone = await settledFor(filling, 'http://127.0.0.1:9/notify')
  const tried = async (tradeNo: string) => {
    const shown = () => ask(operator, 'GET', `/collections/${tradeNo}`)
    const { callback } = await until(shown, ({ attempts }) => attempts.length > 0)
    return { id: callback.callback_id }
  }
  const parked = await settledFor(filling, filling.receiver.url)
  const parkedId = await tried(parked)
  park(parked)
  return {
    collections: { failing: { trade_no: failing }, gone: { trade_no: gone } },
    callbacks: { failing: await tried(failing), gone: await tried(gone), parked: parkedId },
  }
}

async function settledFor(filling: Filling, notifyUrl: string): Promise<string> {
  const tradeNo = await aFilledLink(filling, 300, { notify_url: notifyUrl })
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/take`, {})
  const account = { bank_account: filling.bank.later.id }
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/match`, account)
  await ask('ann:agent', 'POST', `/collections/${tradeNo}/settle`, {})
  return tradeNo
}
