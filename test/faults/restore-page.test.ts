import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { blocksOf, openShell } from '../e2e/run-books/run-book.ts'
import { startVersions } from './service/versions.ts'

// docs/runbooks/restore-database.md, on Workers of its own: its maintenance would stop everybody else's.

const aKey = () => btoa(String.fromCharCode(...randomBytes(32)))

test('the run book of a restore begins with maintenance and ends it', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'merchant-pay-restore-page-'))
  const keys = { SECRETS_KEY: aKey(), LINK_SIGNING_KEY: aKey() }
  const versions = await startVersions(inject('bundles'), stateDir, [keys])
  const { payUrl, backofficeUrl } = versions.any()
  const shell = await openShell({ NUMBER: '0', API: payUrl })
  try {
    await versions.runCron()
    const blocks = blocksOf('restore-database').map(({ commands }) => commands)
    const run = async (n: number) => {
      const [printed = ''] = await shell.run([`DESK='${backofficeUrl}'\n${blocks[n] ?? ''}`])
      return printed
    }
    const isOn = async () => {
      const answer = await fetch(`${backofficeUrl}/api/maintenance`)
      const { items } = (await answer.json()) as { items: { database: number; on: boolean }[] }
      return items.find(({ database }) => database === 0)?.on
    }
    expect(await run(0)).toContain('on: true')
    expect(await isOn()).toBe(true)
    expect(await run(1)).not.toContain('rror')
    expect(await run(2)).not.toContain('rror')
    expect(await run(3)).not.toContain('rror')
    const end = blocks.findIndex((block) => block.includes('"on\\": false'))
    expect(await run(end)).toContain('callbacks')
    expect(await isOn()).toBe(false)
    const played = (await shell.played()).map(({ noun, verb }) => `${noun} ${verb}`)
    const travels = ['d1 time-travel', 'd1 time-travel', 'd1 time-travel']
    expect(played).toEqual([...travels, 'd1 migrations', 'd1 time-travel'])
  } finally {
    await shell.close()
    await versions.stop()
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
})
