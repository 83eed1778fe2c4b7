import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deploy } from '../../../support/wrangler/versions.ts'
import { isWhole, type Rehearsal, rehearsal, whole } from './rehearsal.ts'

const other = { id: 'fedcba9876543210fedcba9876543210', name: 'Other' }
const strange = '11111111-2222-4333-8444-555555555555'

test('without a login nothing is done, and it says how to log in', async () => {
  const one = rehearsal()
  one.account.loggedIn = false
  expect(await one.run()).toMatch(/Nobody is logged in.*wrangler login.*CLOUDFLARE_API_TOKEN/)
  expect(one.account.calls).toEqual(['whoami --json'])
})

test('of several accounts one has to be named, and the login has to reach it', async () => {
  const one = rehearsal()
  one.account.accounts.push(other)
  expect(await one.run()).toMatch(/several accounts[\s\S]*fedcba98.*Other\n.*CLOUDFLARE_ACCOUNT_ID/)
  const wrong = { environment: { CLOUDFLARE_ACCOUNT_ID: 'f'.repeat(32) } }
  expect(await one.run(wrong)).toContain(`does not reach the account ${'f'.repeat(32)}`)
  expect(isNew(one)).toBe(true)
  expect(await one.run({ environment: { CLOUDFLARE_ACCOUNT_ID: other.id } })).toBeNull()
})

test('an id that the account does not have is never replaced', async () => {
  const one = rehearsal()
  withId(one, strange)
  const text = one.text()
  expect(await one.run()).toMatch(
    /database_id = "1111.*DB_SANDBOX of production, which this account does not have/,
  )
  expect([one.text(), isNew(one)]).toEqual([text, true])
})

test('an id of a database of another name is not taken for ours', async () => {
  const one = rehearsal()
  const database = { uuid: strange, name: 'payroll', created_at: '', applied: 0, merchants: [] }
  one.account.databases.push(database)
  withId(one, strange)
  expect(await one.run()).toMatch(/is that of the database "payroll"/)
  expect(one.account.databases).toEqual([database])
})

test('two environments may not have the same id', async () => {
  const one = rehearsal()
  await one.run()
  const id = one.account.databases[0]?.uuid ?? ''
  one.write('wrangler.toml', (text) => text.replace(/0{8}-0{4}-0{4}-0{4}-0{12}/, id))
  expect(await one.run()).toMatch(/DB of the top level .* and DB of production .* the same id/)
  expect(await one.run({ env: 'staging' })).toBeNull()
})

test('where merchants are, no new SECRETS_KEY is made for a Worker that lost its own', async () => {
  const one = rehearsal()
  await one.run()
  const kept = one.account.workers['merchant-pay-production']?.secrets.SECRETS_KEY
  one.account.databases[0]?.merchants.push('DEMO0001')
  one.account.workers = {}
  expect(await one.run()).toMatch(
    /has no SECRETS_KEY, but the database DB of production has merchants/,
  )
  expect(one.account.workers).toEqual({})
  const keysFile = newFile(one, `SECRETS_KEY="${kept}"\n`)
  expect(await one.run({ keysFile })).toBeNull()
  expect(one.account.workers['merchant-pay-production']?.secrets.SECRETS_KEY).toBe(kept)
})

test('a Worker of the same name without our databases is left alone', async () => {
  for (const name of ['merchant-pay-production', 'merchant-pay-backoffice-production']) {
    const one = rehearsal()
    const worker = { secrets: {}, deployed: 3 }
    one.account.workers[name] = worker
    expect(await one.run()).toContain(
      `The account has a Worker ${name} and no database of production`,
    )
    expect(one.account.databases).toEqual([])
    expect(one.account.workers).toEqual({ [name]: worker })
  }
})

test('settings that the Worker would refuse are told before anything is done', async () => {
  const one = rehearsal('staging')
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split('[env.staging.vars]')
    const same = after.replaceAll(/(BASE|EXCHANGE)_URL = ""/g, '$1_URL = "https://pay.example.com"')
    return `${before}[env.staging.vars]${same}`
  })
  expect(await one.run()).toMatch(/wrangler.toml has variables of staging .*must be two hosts/)
  expect(one.account.calls).toEqual([])
})

test.each([
  [
    'is no TOML',
    /^\[env\.production\]$/m,
    '[env.production',
    /wrangler\.toml cannot be read, line \d+/,
  ],
  [
    'wrangler does not take',
    /binding = "DB"/g,
    'binding = 3',
    /wrangler\.toml cannot be read.*binding/s,
  ],
])('a file that %s is told with its place', async (_, what, instead, problem) => {
  const one = rehearsal()
  one.write('wrangler.toml', (text) => text.replace(what, instead))
  expect(await one.run()).toMatch(problem)
  expect(one.account.calls).toEqual([])
})

test('while a release is under way nothing is deployed over it', async () => {
  const one = rehearsal()
  await one.run()
  const worker = one.account.workers['merchant-pay-production']
  const half = [
    ['a', 50],
    ['b', 50],
  ] as const
  deploy(worker ?? {}, half)
  expect(await one.run()).toContain('A release of merchant-pay-production is under way')
  expect(worker?.deployed).toBe(1)
})

test('keys that could be shown to nobody are refused before anything is made', async () => {
  const one = rehearsal()
  expect(await one.run({ showsKeys: false })).toContain('add --keys <file>')
  expect(isNew(one)).toBe(true)
})

test.each([
  ['of others', 'notes\n', 0o600, 'holds no keys'],
  ['that others may read', `SECRETS_KEY="${btoa('0'.repeat(32))}"\n`, 0o644, 'Others may read'],
])('a file of keys %s is refused before anything is made', async (_, text, mode, problem) => {
  const one = rehearsal()
  const keysFile = newFile(one, text)
  chmodSync(keysFile, mode)
  expect(await one.run({ keysFile })).toContain(problem)
  expect(isNew(one)).toBe(true)
})

test('a file of keys in the project is refused', async () => {
  const one = rehearsal()
  expect(await one.run({ keysFile: join(one.folder, 'a.keys') })).toContain('lies in the project')
})

test('an answer in an unknown form stops it, and nothing is concluded from it', async () => {
  for (const command of [
    'd1 list',
    'kv namespace list',
    'r2 bucket list',
    'queues info',
    'secret list',
  ]) {
    const one = rehearsal()
    one.replace = (args) => (args.join(' ').startsWith(command) ? '{"success":[]}\nDone!\n' : null)
    expect(await one.run(), command).toContain('in a form that is not known here')
    expect(isNew(one), command).toBe(true)
  }
})

test('an id that cannot be written is told, and found again by its name', async () => {
  const one = rehearsal()
  // As good to wrangler, but laid out in a way that is not edited here.
  one.write('wrangler.toml', (text) => {
    const [before, after = ''] = text.split(/(?=\[\[env\.production\.kv_namespaces\]\])/)
    const rest = after.replace(/\[\[env\.production\.kv_namespaces\]\]\nbinding.*\nid.*\n/, '')
    const inline = 'kv_namespaces = [{ binding = "TOKENS", id = "000" }]\n\n[env.production.vars]'
    return `${before?.replace('[env.production.vars]', inline)}${rest}`
  })
  expect(await one.run()).toMatch(
    /Nothing is lost: write id = "[0-9a-f]{32}" for the binding TOKENS/,
  )
  const id = one.account.namespaces[0]?.id
  one.write('wrangler.toml', (text) =>
    text.replace('"TOKENS", id = "000"', `"TOKENS", id = "${id}"`),
  )
  expect(await one.run()).toBeNull()
  expect(isWhole(one)).toEqual(whole())
})

function isNew({ account }: Rehearsal): boolean {
  const { databases, namespaces, queues, buckets, workers } = account
  const made = [databases, namespaces, queues, buckets, Object.keys(workers)]
  return made.every((list) => list.length === 0)
}

function withId(one: Rehearsal, id: string): void {
  one.write('wrangler.toml', (text) => {
    const at = text.lastIndexOf('00000000-0000')
    return `${text.slice(0, at)}${id}${text.slice(at + id.length)}`
  })
}

function newFile(one: Rehearsal, text: string): string {
  const file = `${one.folder}.keys`
  writeFileSync(file, text, { mode: 0o600 })
  onTestFinished(() => rmSync(file))
  return file
}
