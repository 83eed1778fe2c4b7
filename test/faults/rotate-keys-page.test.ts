import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { blocksOf, openShell } from '../e2e/run-books/run-book.ts'
import { startVersions } from './service/versions.ts'

// docs/runbooks/rotate-keys.md, command by command. What it puts with wrangler is what the next version has, so that the
// page's own checks say whether its steps were right.

const aKey = () => btoa(String.fromCharCode(...randomBytes(32)))

test('the steps of the run book rotate both keys, and its checks say so', async () => {
  const [oldSecrets, newSecrets, oldLinks, newLinks] = [aKey(), aKey(), aKey(), aKey()]
  const others = {
    SECRETS_KEY_OTHERS: `${oldSecrets},${newSecrets}`,
    LINK_SIGNING_KEY_OTHERS: `${oldLinks},${newLinks}`,
  }
  const before = { SECRETS_KEY: oldSecrets, LINK_SIGNING_KEY: oldLinks }
  const after = { SECRETS_KEY: newSecrets, LINK_SIGNING_KEY: newLinks }
  const keySets = [before, { ...before, ...others }, { ...after, ...others }, after]
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-page-'))
  const versions = await startVersions(inject('bundles'), stateDir, keySets)
  // All versions answer at addresses of their own: the page's is that of the version that serves.
  const shell = await openShell({ NEW_SECRETS: newSecrets, NEW_LINKS: newLinks })
  try {
    const merchant = { uid: 'PAGE0001', name: 'Shop' }
    const created = await fetch(`${versions.any().backofficeUrl}/api/merchants`, {
      method: 'POST',
      body: JSON.stringify(merchant),
      headers: { 'content-type': 'application/json' },
    })
    expect(created.status).toBe(201)
    const blocks = blocksOf('rotate-keys').map(({ commands }) => commands)
    expect(blocks).toHaveLength(9)
    const run = async (n: number, input = '') => {
      const here = `DESK='${versions.any().backofficeUrl}'\n`
      const [printed = ''] = await shell.run([here + blocks[n]], input)
      return printed.trim()
    }
    await run(0, `${oldSecrets}\n${oldLinks}\n`)
    expect(await run(1)).toBe(`SECRETS_KEY ${newSecrets}\nLINK_SIGNING_KEY ${newLinks}`)
    await run(2, `${newSecrets}\n${newLinks}\n`)
    await run(3)
    expect(await run(4)).toBe('false\nfalse')
    await versions.deploy([1])
    expect(await run(4)).toBe('true\ntrue')
    await run(5)
    await versions.deploy([2])
    expect(await run(6)).toContain('under_other_keys: 1')
    await versions.runCron()
    expect(await run(6)).toMatch(/under_other_keys: 0, unreadable: 0[\s\S]*5400/)
    await run(7)
    await versions.deploy([3])
    expect(await run(8)).toBe('true\ntrue')

    const put = (await shell.played()).flatMap(({ noun, verb, name, value }) =>
      noun === 'secret' ? [[verb, name, value]] : [],
    )
    expect(put).toEqual([
      ...Object.entries(others).map(([name, value]) => ['put', name, value]),
      ...Object.entries(after).map(([name, value]) => ['put', name, value]),
      ...Object.keys(others).map((name) => ['delete', name, '']),
    ])
  } finally {
    await shell.close()
    await versions.stop()
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
})
