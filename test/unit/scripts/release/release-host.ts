// Run as a process of its own, in a folder with both wrangler files: `node release-host.ts`, a release to production
// with the stand-in for wrangler and a smoke test that finds nothing.

import { join } from 'node:path'
import { release } from '../../../../scripts/release/release.ts'
import { toldWrangler } from '../../../../scripts/release/wrangler.ts'

const standIn = join(import.meta.dirname, '../../../support/wrangler/wrangler.ts')
const tell = (line: string) => console.log(line)
const name = 'merchant-pay-production'

await release({
  workers: [{ title: 'public Worker', name, config: 'wrangler.toml', env: 'production' }],
  databases: [{ binding: 'DB', name: 'merchant-pay' }],
  commit: 'c0ffee0123456789abcdef0123456789abcdef01',
  stages: [10, 100],
  wrangler: toldWrangler([process.execPath, standIn], process.cwd(), tell),
  smoke: async () => ({ ok: true, baseUrl: '', checks: [], leftBehind: [] }),
  tell,
  pauseMs: 0,
})
