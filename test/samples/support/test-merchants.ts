import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { signedJson } from '../../../scripts/client/merchant-client.ts'
import { type Answer, type Body, send } from '../../../scripts/demo/http.ts'
import type { SampleAccount } from './programs.ts'

/** A test merchant of the tests' server, whose requests a sample signs, and the test itself. */
export type TestMerchant = SampleAccount & {
  /** Asks an endpoint, such as `collections`; the answer's body. */
  ask(path: string, fields: object): Promise<Body>
  /** Asks the back office about it: what is added to the merchant's own address. */
  office(method: string, path: string, call?: object): Promise<Answer>
}

/** Adds a test merchant. */
export async function aTestMerchant(): Promise<TestMerchant> {
  const uid = `T${randomUUID().slice(0, 12)}`
  const merchant = JSON.stringify({ uid, name: 'Sample', test: true })
  const created = await send('POST', merchants(), merchant)
  expect(created.status).toBe(201)
  return asMerchant({ api: inject('payUrl'), uid, secret: created.body.api_secret })
}

/** A test merchant by one of its secrets. */
export function asMerchant(account: SampleAccount): TestMerchant {
  const { api, uid, secret } = account
  const ask = async (path: string, fields: object) => {
    const url = `${api}/api/v1/merchant/${path}`
    return (await send('POST', url, signedJson(uid, secret, { ...fields }))).body
  }
  const office = (method: string, path: string, call?: object) => {
    const json = call === undefined ? undefined : JSON.stringify(call)
    return send(method, `${merchants()}/${uid}${path}`, json)
  }
  return { ...account, ask, office }
}

function merchants(): string {
  return `${inject('backofficeUrl')}/api/merchants`
}
