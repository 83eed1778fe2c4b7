import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedJson } from '../../scripts/client/merchant-client.ts'
import { type Body, sendExpecting } from '../../scripts/demo/http.ts'
import { startLocalServer } from '../../scripts/local/server.ts'

/** Both Workers on an empty database, with a merchant for generated clients and a test merchant. */
export type Service = {
  /** What the clients take from their environment. */
  readonly environment: {
    readonly PAY_API: string
    readonly PAY_UID: string
    readonly PAY_SECRET: string
    /** The test merchant's, which has a price and a settlement account. */
    readonly PAY_TEST_UID: string
    readonly PAY_TEST_SECRET: string
  }
  /** Asks an endpoint as the test merchant; throws where it refuses. */
  readonly ask: (path: string, fields: Body) => Promise<Body>
  readonly logs: () => string
  readonly stop: () => Promise<void>
}

/** Starts both Workers as `npm start` does, on free ports, and creates both merchants. */
export async function startService(): Promise<Service> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-openapi-'))
  const server = await startLocalServer({
    port: 0,
    backofficePort: 0,
    stateDir,
    sweepSeconds: 5,
    allowPrivateCallbacks: true,
  })
  const url = `${server.backofficeUrl}/api/merchants`
  const create = (path: string, body: Body) =>
    sendExpecting(201, { method: 'POST', url: url + path, json: JSON.stringify(body) })
  const [uid, testUid] = ['OPENAPI1', 'OPENAPI2']
  const { api_secret: secret } = await create('', { uid, name: 'Generated clients' })
  const test = await create('', { uid: testUid, name: 'Sandbox', test: true })
  const rate = { rate_ppm: 10_000, fixed: 1 }
  const price = JSON.stringify({ collection: rate, payout: rate })
  await sendExpecting(200, { method: 'PUT', url: `${url}/${testUid}/pricing`, json: price })
  const account = { bank_code: '004', account_no: '001234567890', holder_name: '王小明' }
  await create(`/${testUid}/settlement-accounts`, account)
  return {
    environment: {
      PAY_API: server.payUrl,
      PAY_UID: uid,
      PAY_SECRET: secret,
      PAY_TEST_UID: testUid,
      PAY_TEST_SECRET: test.api_secret,
    },
    ask: (path, fields) => {
      const address = `${server.payUrl}/api/v1/merchant/${path}`
      const json = signedJson(testUid, test.api_secret, fields)
      return sendExpecting(200, { method: 'POST', url: address, json })
    },
    logs: server.logs,
    stop: async () => {
      await server.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
