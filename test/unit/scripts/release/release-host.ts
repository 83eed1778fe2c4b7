// Run as a process of its own: `node release-host.ts <account's file>`, a release to production with a stand-in for
// wrangler and a smoke test that finds nothing.
import { join } from 'node:path'
import { release } from '../../../../scripts/release/release.ts'
import { wranglerIn } from '../../../../scripts/release/wrangler.ts'

const [, , file = ''] = process.argv
const standIn = join(import.meta.dirname, 'wrangler-stand-in.ts')
const tell = (line: string) => console.log(line)

await release({
  workers: [
    {
      title: 'public Worker',
      name: 'merchant-pay-production',
      config: 'wrangler.toml',
      env: 'production',
    },
  ],
  databases: [{ binding: 'DB', name: 'merchant-pay' }],
  commit: 'c0ffee0123456789abcdef0123456789abcdef01',
  stages: [10, 100],
  wrangler: wranglerIn(import.meta.dirname, tell, [process.execPath, standIn, file]),
  smoke: async () => ({ ok: true, baseUrl: '', checks: [], leftBehind: [] }),
  tell,
  pauseMs: 0,
})
