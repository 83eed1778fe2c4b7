import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendExpecting } from '../../scripts/demo/http.ts'
import { startLocalServer } from '../../scripts/local/server.ts'

/** Both Workers on an empty database, with a merchant for generated clients. */
export type Service = {
  /** What the clients take from their environment. */
  readonly environment: {
    readonly PAY_API: string
    readonly PAY_UID: string
    readonly PAY_SECRET: string
  }
  readonly logs: () => string
  readonly stop: () => Promise<void>
}

/** Starts both Workers as `npm start` does, on free ports, and creates a merchant. */
export async function startService(): Promise<Service> {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-openapi-'))
  const server = await startLocalServer({
    port: 0,
    backofficePort: 0,
    stateDir,
    sweepSeconds: 5,
    allowPrivateCallbacks: true,
  })
  const uid = 'OPENAPI1'
  const merchant = JSON.stringify({ uid, name: 'Generated clients' })
  const url = `${server.backofficeUrl}/api/merchants`
  const { api_secret: secret } = await sendExpecting(201, 'POST', url, merchant)
  return {
    environment: { PAY_API: server.payUrl, PAY_UID: uid, PAY_SECRET: String(secret) },
    logs: server.logs,
    stop: async () => {
      await server.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
