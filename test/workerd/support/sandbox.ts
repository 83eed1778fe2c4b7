import type { Context } from '../../../src/context.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { type Fields, signedJson } from '../../support/merchant-client.ts'
import { aContext, anId, operator, paths, postJson, type Shop } from './service.ts'

/** A new test merchant, and its signed calls. */
export async function aTestMerchant(context: Context = aContext()): Promise<Shop> {
  const uid = `T${crypto.randomUUID().slice(0, 12)}`
  const asked = { uid, name: 'Shop for tests', test: true }
  const { api_secret: secret } = await createMerchant(context, operator, asked)
  const call = (path: string, fields: Fields = {}) =>
    postJson(path, signedJson(uid, secret, fields))
  return {
    uid,
    secret,
    call,
    create: (fields = {}) => call(paths.create, { orderid: anId(), amount: 100, ...fields }),
    status: (fields) => call(paths.status, fields),
    balance: () => call(paths.balance),
  }
}
