import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../scripts/demo/story.ts'
import { root } from '../../../support/project-files.ts'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a restore that %s ends leaves nothing of what it has read',
  async (signal) => {
    // Cloudflare's API, which never answers: the restore waits for it.
    const api = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(api, 'listening')
    const scratch = mkdtempSync(join(tmpdir(), 'interrupted-'))
    onTestFinished(() => {
      api.closeAllConnections()
      api.close()
      rmSync(scratch, { recursive: true, force: true })
    })
    const { port } = api.address() as AddressInfo
    const given = ['--env', 'production', '--database', 'DB', '--into', 'new']
    const child = spawn(process.execPath, [join(root, 'scripts', 'restore.ts'), ...given], {
      cwd: root,
      stdio: 'ignore',
      // Of its own, so that wrangler, which it has started, is ended with it.
      detached: true,
      env: {
        ...process.env,
        TMPDIR: scratch,
        CLOUDFLARE_API_TOKEN: 'x',
        CLOUDFLARE_ACCOUNT_ID: 'x',
        CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      },
    })
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
    const left = () => readdirSync(scratch).filter((name) => name.startsWith('restore-'))
    await until(
      async () => left(),
      ([directory]) => directory !== undefined,
    )
    writeFileSync(join(scratch, left()[0] ?? '', 'staging.sqlite'), 'a member’s name')
    process.kill(-(child.pid ?? 0), signal)
    expect(await ended).not.toBe(0)
    expect(left()).toEqual([])
  },
)
