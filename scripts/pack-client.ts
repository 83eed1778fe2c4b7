import { buildClient, packClient } from './client/build.ts'
import { root } from './local/environment.ts'

// `npm run client:pack`
await buildClient()
console.log(`Packed: ${await packClient(root)}`)
