import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/local/environment.ts'
import { startApi } from '../support/cloudflare/server.ts'

/** Runs the probe; `onSaid` gets all that it has printed so far. */
function probe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onSaid: (text: string, stop: () => void) => void = () => undefined,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const all = ['scripts/run.mjs', 'long', 'probe', ...args]
  const child = spawn(process.execPath, all, { cwd: root, env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  const hear = (part: Buffer) => {
    text += String(part)
    onSaid(text, () => child.kill('SIGTERM'))
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

test('the probe makes payments on the local runtime, and prints what their batches take', async () => {
  const { code, text } = await probe(['--env', 'local', '--minutes', '0.05'])
  expect(code, text).toBe(0)
  const written = 'batch that writes'
  const lines = [
    ...['creation', 'match', 'line', 'settlement', 'delivery'].map((step) => `${step}, ${written}`),
    'refresh by the primary, read',
    'refresh by a replica, read',
  ]
  for (const line of lines) {
    expect(text).toMatch(new RegExp(`^${line} +[1-9]\\d* +\\d+\\.\\d\\d +\\d+ +\\d+$`, 'm'))
  }
  expect(text).toMatch(/\d+\.\d payments a second in one database/)
})

test('a probe that is stopped leaves nothing, and touches nothing but its own', async () => {
  const asked: string[] = []
  const { account, url, server } = await startApi(({ method, path }, reply) => {
    if (reply === null && method !== 'GET') asked.push(`${method} ${path}`)
    return false
  })
  onTestFinished(() => void server.close())
  const env = { CLOUDFLARE_API_BASE_URL: url, CLOUDFLARE_API_TOKEN: 'none' }
  const { text } = await probe(['--env', 'staging'], env, (said, stop) => {
    if (said.includes('Deploying the probe: done')) stop()
  })
  expect(text).toContain('Removing the probe: done')
  expect(asked.filter((one) => one.includes('/workers/'))).not.toEqual([])
  expect([account.databases, [...account.workers.keys()], account.unknown]).toEqual([[], [], []])
  const others = asked.filter((one) => {
    const [, script] = /\/workers\/(?:scripts|services)\/([^/?]+)/.exec(one) ?? []
    return script !== undefined && script !== 'merchant-pay-probe-staging'
  })
  expect(others).toEqual([])
})

test.each([[['--env', 'nowhere']], [['--env', 'local', '--minutes', 'x']]])(
  'the probe says how it is called: %j',
  async (args) => {
    const { code, text } = await probe(args)
    expect(code).toBe(1)
    expect(text).toContain('npm run long -- probe --env <environment>')
  },
)
