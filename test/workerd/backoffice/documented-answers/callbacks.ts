import { expect } from 'vitest'
import { setState } from '../../support/deliverer.ts'
import { aPlainLink } from '../../support/links.ts'
import { aMerchant } from '../../support/service.ts'
import { aNotified, done, notified } from './desk.ts'

/** Callbacks and their receivers, and the links of the bridge. */
export const callbackAnswers = {
  listCallbacks: async () => {
    const { shop } = await aNotified()
    const { items } = await done('listCallbacks', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toHaveLength(1)
  },
  showCallback: async () => {
    const { callback } = await aNotified()
    const { attempts, told } = await done('showCallback', callback)
    expect([attempts.length, told.length]).toEqual([1, 1])
  },
  listReceivers: async () => {
    const { shop } = await aNotified()
    const { items } = await done('listReceivers', {}, { query: { merchant_uid: shop.uid } })
    expect(items).toMatchObject([{ last_attempts: [{ outcome: 'http_5xx' }] }])
  },
  resendCallbacks: async () =>
    done('resendCallbacks', {}, { body: { merchant_uid: (await aNotified()).shop.uid } }),
  reviveCallbacks: () => done('reviveCallbacks', {}, { body: { outcome: 'timeout' } }),
  testCallback: async () => {
    const body = { merchant_uid: (await aMerchant()).uid, url: notified.notify_url }
    await done('testCallback', {}, { body })
  },
  resendCallback: async () => done('resendCallback', (await aNotified()).callback),
  reviveCallback: async () => {
    const { callback, id } = await aNotified()
    await setState([id], 'parked')
    await done('reviveCallback', callback)
  },
  showBridgeLink: async () => {
    const { session } = await aPlainLink(await aMerchant())
    const path = { third_party_session: session }
    await done('showBridgeLink', path)
    await done('purchaseOverBridge', path, { body: { amount: 3000 } })
    expect((await done('showBridgeLink', path)).purchase).not.toBeNull()
  },
  purchaseOverBridge: async () => {
    const { session } = await aPlainLink(await aMerchant())
    const path = { third_party_session: session }
    await done('purchaseOverBridge', path, { body: { amount: '3000' } })
  },
}
