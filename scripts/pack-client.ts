import { buildClient, packClient } from './client/build.ts'
import { root } from './local/environment.ts'

// `node scripts/run.mjs pack-client`
await buildClient()
console.log(`Packed: ${await packClient(root)}`)
