import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrationNames } from '../../../../scripts/local/database.ts'
import type { Wrangler } from '../../../../scripts/provision/wrangler.ts'
import { accountPlaces } from '../../../../scripts/restore/account-places.ts'
import { restore } from '../../../../scripts/restore/restore.ts'
import { openStaging } from '../../../../scripts/restore/staging.ts'
import { type CopyUnit, chunkLines } from '../../../../src/rules/copies/copy-lines.ts'
import { type Manifest, newManifest, withObject } from '../../../../src/rules/copies/manifest.ts'
import { newEnvironments } from '../../../support/cloudflare/new-environments.ts'
import { readProject } from '../../../support/project-files.ts'

// Wrangler is played by a stand-in: its commands, with a bucket in memory and SQLite in place of D1.

let bucket: Map<string, Uint8Array>
let account: Map<string, DatabaseSync>
let asked: string[]
beforeEach(() => {
  bucket = new Map()
  const names = ['new', 'other', 'DB_SANDBOX']
  account = new Map(names.map((name) => [name, new DatabaseSync(':memory:')]))
  migrate('DB_SANDBOX')
  asked = []
})

const person = (name: string, role = 'agent'): CopyUnit => ({
  kind: 'people',
  key: name,
  rows: { people: [{ name, role, updated_at: 1 }] },
})

describe('a restore by wrangler', () => {
  test('has the newest copy of each row, up to the last whole chunk', async () => {
    line('a', [
      chunk(10, [person('Ann'), person('Ben')], false),
      chunk(20, [person("Chloë'; drop\ntable", 'operator')], true),
      chunk(30, [person('Ann', 'auditor')], true),
      chunk(40, [person('Dan')], false),
    ])
    const said = await restored()
    expect(people('new')).toEqual([
      ['Ann', 'auditor'],
      ['Ben', 'agent'],
      ["Chloë'; drop\ntable", 'operator'],
    ])
    expect(said).toContain('Book check: 0 differences')
    // As the run book has it: a version without its tag would be none that a release can go back from.
    const release = /^npm run release -- --env "\$STAGE" (.*)$/m.exec(
      readProject('docs/runbooks/restore-database.md'),
    )
    expect(said).toContain(`npm run release -- --env production ${release?.[1]}`)
    const page = readProject('docs/runbooks/restore-database.md')
    account.get('new')?.exec(/^MAINTENANCE="(.*)"$/m.exec(page)?.[1] ?? '')
    expect(account.get('new')?.prepare('select actor from maintenance').all()).toHaveLength(1)
    expect(asked.filter((one) => one === 'd1 list --json')).toHaveLength(1)
    expect(asked.filter((one) => one.startsWith('d1 migrations apply new'))).toHaveLength(1)
  })

  test('has of a small table the rows of its newest copy alone', async () => {
    const staff = (...all: readonly CopyUnit[]): CopyUnit => {
      const rows = all.flatMap((one) => one.rows.people ?? [])
      return { kind: 'people', key: '', rows: { people: rows } }
    }
    line('a', [
      chunk(10, [staff(person('Ann'), person('Ben'))], true),
      chunk(20, [staff(person('Ann', 'auditor'))], true),
    ])
    await restored()
    expect(people('new')).toEqual([['Ann', 'auditor']])
    line('b', [chunk(30, [staff(person('Ann'))], true), chunk(40, [staff()], true)])
    account.set('newer', new DatabaseSync(':memory:'))
    await restored({ into: 'newer' })
    expect(people('newer')).toEqual([])
  })

  test('has of what has left its tables for others what is there now', async () => {
    const staging = openStaging(':memory:')
    const columns = { collections: ['id'], payouts: ['id'], archived_orders: ['id'] }
    const rows = () => Object.keys(columns).map((table) => [...staging.rowsOf(table)].length)
    for (const key of ['1', '2']) {
      staging.put(['orders', key, { collections: [[Number(key)]] }], columns)
    }
    staging.keep()
    staging.put(['orders', '1', { archived_orders: [[1]] }], columns)
    expect(rows()).toEqual([1, 0, 1])
    staging.drop()
    expect(rows()).toEqual([2, 0, 0])
    staging.put(['orders', '1', { archived_orders: [[1]] }], columns)
    staging.put(['orders', '1', { collections: [[1]] }], columns)
    expect(rows()).toEqual([2, 0, 0])
    staging.close()
  })

  test('has texts with any end of a line', async () => {
    const ends = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\ufeff']
    const names = ends.flatMap((end) => [`${end}Ann`, `A${end}n`])
    line('a', [
      chunk(
        10,
        names.map((name) => person(name)),
        true,
      ),
    ])
    await restored()
    expect(people('new')).toEqual(names.toSorted().map((name) => [name, 'agent']))
  })

  test('has them as they were before', async () => {
    line('a', [
      chunk(10, [person('Ann')], true),
      chunk(20, [person('Ann', 'operator')], true),
      chunk(30, [person('Ann', 'auditor')], true),
    ])
    await restored({ until: 29 })
    expect(people('new')).toEqual([['Ann', 'operator']])
  })

  test('makes the days that are over again from the entries', async () => {
    const [day, merchant] = [86_400, { merchant_id: 1, channel: 'c' }]
    const entries = [1, 2, 3 * day, 3 * day + 1, 5 * day].map((at, place) => ({
      ...merchant,
      at,
      order_id: 1,
      seq: 1,
      number: place + 1,
      from_bucket: 'outside',
      to_bucket: 'available',
      amount: 10 ** place,
    }))
    const [balance] = aBalance.rows.balances ?? []
    const balances = [{ ...balance, available: 11_111, day: 5 }]
    line('a', [chunk(10, [{ ...aBalance, rows: { balances, ledger_entries: entries } }], true)])
    await restored()
    const days = account.get('new')?.prepare('select day, available from ledger_days').all()
    expect(days?.map((row) => ({ ...row }))).toEqual([
      { day: 0, available: 11 },
      { day: 3, available: 1_111 },
    ])
  })

  test('makes the statements that are closed again from the entries', async () => {
    const entry = (at: number, statement: number | null, more: object) => ({
      merchant_id: 1,
      channel: 'c',
      at,
      order_id: at,
      seq: 1,
      number: 1,
      statement,
      fee: 0,
      from_bucket: 'outside',
      to_bucket: 'available',
      amount: 1_000,
      kind: 'collection',
      ...more,
    })
    const entries = [
      entry(1, null, { kind: null }),
      entry(2, 1, { fee: 10 }),
      entry(3, 1, {
        kind: 'withdrawal',
        from_bucket: 'available',
        to_bucket: 'frozen',
        amount: 60,
      }),
      // Written before the withdrawal, with a time behind it.
      entry(4, 1, { kind: 'correction' }),
      entry(5, 2, {}),
    ]
    const merchant = {
      id: 1,
      uid: 'M1',
      name: 'Test',
      enabled: 1,
      version: 1,
      secret: '',
      secret_in_use: 0,
      ip_whitelist: '[]',
      trusted: 0,
      payout_requires_balance: 0,
      rate_limit: 'standard',
      callback_vocabulary: 'current',
      legacy_signature: 1,
      created_at: 1,
      statement: 2,
    }
    const balance = {
      ...aBalance.rows.balances?.[0],
      available: 3_930,
      frozen: 60,
      day: 5,
      collection_fees: 10,
      moved_collections: 2_000,
      moved_corrections: 1_000,
    }
    const rows = { merchants: [merchant], balances: [balance], ledger_entries: entries }
    line('a', [chunk(10, [{ ...aBalance, rows }], true)])
    await restored()
    const nothing = { payouts: 0, returned: 0, withdrawn: 0 }
    expect(account.get('new')?.prepare('select * from statements').all()).toEqual([
      {
        merchant_id: 1,
        number: 0,
        order_id: null,
        closed_at: 1,
        available: 1_000,
        frozen: 0,
        unconfirmed: 0,
        collections: 0,
        ...nothing,
        corrections: 0,
        fees: 0,
      },
      {
        merchant_id: 1,
        number: 1,
        order_id: 3,
        closed_at: 3,
        available: 2_930,
        frozen: 60,
        unconfirmed: 0,
        collections: 1_000,
        ...nothing,
        corrections: 1_000,
        fees: 10,
      },
    ])
  })

  test('goes back to the line before, while a newer one has no whole copy', async () => {
    line('a', [chunk(10, [person('Ann')], true)])
    line('b', [chunk(20, [person('Ben')], false)])
    await restored()
    expect(people('new')).toEqual([['Ann', 'agent']])
  })

  test('adds to the directory whom another database has since the copy', async () => {
    line('a', [chunk(10, [person('Ann')], true)])
    const other = [{ number: 1, rows: rowsOf([{ id: 1, uid: 'M1' }]) }]
    const said = await restored({}, other)
    expect(account.get('new')?.prepare('select uid, database from directory').all()).toEqual([
      { uid: 'M1', database: 1 },
    ])
    expect(said).toMatch(/Added to the directories: 1/)
  })

  test('ends well where another database is lost, too, and says that it was not compared', async () => {
    line('a', [chunk(10, [person('Ann')], true)])
    account.delete('DB_SANDBOX')
    const said = await restored()
    expect(said).toMatch(/0 differences\n {2}Not compared with database 15[\s\S]*no such database/)
    expect(said).toContain('Release it at once')
  })

  test('adds to the directory the test merchants, which are not copied', async () => {
    line('a', [chunk(10, [person('Ann')], true)])
    account.get('DB_SANDBOX')?.exec(
      `insert into merchants (uid, name, enabled, version, secret, secret_in_use, ip_whitelist, trusted,
        payout_requires_balance, callback_vocabulary, legacy_signature, rate_limit, created_at)
        values ('T1', 'Test', 1, 1, '', 0, '[]', 0, 0, 'current', 1, 'standard', 1)`,
    )
    await restored()
    expect(account.get('new')?.prepare('select uid, database from directory').all()).toEqual([
      { uid: 'T1', database: 15 },
    ])
  })

  test('only reads, when it is tried', async () => {
    line('a', [chunk(10, [person('Ann')], true)])
    expect(await restored({ dryRun: true })).toMatch(/people +1/)
    expect(asked.every((one) => one.startsWith('r2 object get'))).toBe(true)
  })
})

test.each<[what: string, spoil: () => void, says: RegExp]>([
  [
    'there are no copies',
    () => bucket.clear(),
    /no copies of DB in the bucket \S+ of the login's account/,
  ],
  ['an object is missing', () => bucket.delete('DB/a/1.jsonl.gz'), /DB\/a\/1.jsonl.gz is not in/],
  [
    'an object is damaged',
    () => bucket.set('DB/a/1.jsonl.gz', gzipSync('{}')),
    /is damaged: its checksum is/,
  ],
  [
    'a chunk ends too soon',
    () => line('a', [{ ...chunk(10, [person('Ann')], true), cut: true }]),
    /ends within a chunk/,
  ],
  [
    'the database has rows',
    () => {
      migrate('new')
      account.get('new')?.exec(`insert into people values ('Zoe', 'agent', 1)`)
    },
    /new is not empty: people has rows. Nothing was changed/,
  ],
  [
    'the copies have a column that the migrations do not make',
    () => line('a', [chunk(10, [withColumn(person('Ann'))], true)]),
    /people\.later, which these migrations do not make/,
  ],
  [
    'the books do not add up',
    () => line('a', [chunk(10, [{ ...aBalance }], true)]),
    /1 checks failed: do not use new/,
  ],
  ['the name is unknown', () => account.delete('new'), /has no database new. Create it first/],
  ['wrangler fails', () => account.clear(), /wrangler d1 list --json failed:\nnot signed in/],
])('it refuses where %s', async (_what, spoil, says) => {
  line('a', [chunk(10, [person('Ann')], true)])
  spoil()
  await expect(restored()).rejects.toThrow(says)
})

test('it refuses the name of a database that the environment has', async () => {
  line('a', [chunk(10, [person('Ann')], true)])
  await expect(restored({ into: 'merchant-pay-production' })).rejects.toThrow(/use another name/)
})

const aBalance: CopyUnit = {
  kind: 'balances',
  key: '[1,"c"]',
  rows: {
    balances: [
      {
        merchant_id: 1,
        channel: 'c',
        available: 1,
        frozen: 0,
        unconfirmed: 0,
        ...Object.fromEntries(
          ['collection_pending', 'collection_succeeded', 'collection_manual']
            .concat(['payout_pending', 'payout_processed', 'payout_cancelled'])
            .flatMap((name) => [
              [`${name}_count`, 0],
              [`${name}_amount`, 0],
            ]),
        ),
      },
    ],
  },
}

function withColumn(unit: CopyUnit): CopyUnit {
  const rows = unit.rows.people?.map((row) => ({ ...row, later: 1 })) ?? []
  return { ...unit, rows: { people: rows } }
}

type Chunk = { at: number; units: readonly CopyUnit[]; whole: boolean; cut?: boolean }

function chunk(at: number, units: readonly CopyUnit[], whole: boolean): Chunk {
  return { at, units, whole }
}

/** Puts a line of copies into the bucket, whose scan has ended. */
function line(name: string, chunks: readonly Chunk[]): void {
  let manifest: Manifest = newManifest('DB', name)
  for (const [place, { at, units, whole, cut }] of chunks.entries()) {
    const header = { database: 'DB', line: name, at, epoch: place, whole }
    const lines = [...chunkLines(header, units)]
    const bytes = gzipSync((cut ? lines.slice(0, -1) : lines).join(''))
    const object = {
      name: `${place + 1}.jsonl.gz`,
      number: place + 1,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      from: at,
      wholeAt: whole ? at : null,
    }
    bucket.set(`DB/${name}/${object.name}`, bytes)
    manifest = withObject({ ...manifest, endsWhole: whole }, object, at)
  }
  const known = bucket.get('DB/lines.json')
  const before = known === undefined ? [] : JSON.parse(Buffer.from(known).toString()).lines
  const lines = [...new Set([...before, name])]
  bucket.set('DB/lines.json', Buffer.from(JSON.stringify({ lines })))
  bucket.set(`DB/${name}/manifest.json`, Buffer.from(JSON.stringify(manifest)))
}

type Prompt = { until?: number; dryRun?: boolean; into?: string }

async function restored(
  { until = 1000, dryRun = false, into = 'new' }: Prompt = {},
  others?: Awaited<ReturnType<typeof accountPlaces>>['others'],
): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'restore-test-'))
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  const said: string[] = []
  const file = newEnvironments(readProject('wrangler.toml'))
  writeFileSync(join(scratch, 'wrangler.toml'), file)
  const places = await accountPlaces({
    folder: scratch,
    env: 'production',
    database: 'DB',
    into,
    archive: 'ARCHIVE',
    scratch,
    wrangler,
  })
  const log = (text: string) => void said.push(text)
  const order = { database: 'DB', until, dryRun, scratch, log }
  await restore({ ...places, others: others ?? places.others }, order)
  return [...said, ...places.nextSteps].join('\n')
}

function rowsOf(merchants: readonly object[]) {
  return async <Row>(sql: string) => {
    return (sql === 'select uid from merchants' ? merchants : []) as readonly Row[]
  }
}

const wrangler: Wrangler = async (args) => {
  asked.push(args.join(' '))
  try {
    return { code: 0, stdout: answered(args), stderr: '' }
  } catch (error) {
    return { code: 1, stdout: '', stderr: error instanceof Error ? error.message : '' }
  }
}

function answered(args: readonly string[]): string {
  const [what, verb, third = '', fourth = ''] = args
  const option = (name: string) => args[args.indexOf(name) + 1] ?? ''
  if (what === 'r2') {
    const bytes = bucket.get(fourth.replace('merchant-pay-archive-production/', ''))
    if (bytes === undefined) throw new Error('The specified key does not exist.')
    writeFileSync(option('--file'), bytes)
    return ''
  }
  if (verb === 'list') {
    if (account.size === 0) throw new Error('not signed in')
    return JSON.stringify([...account.keys()].map((name) => ({ name, uuid: `id of ${name}` })))
  }
  const name = verb === 'migrations' ? fourth : third
  const db = account.get(name)
  if (db === undefined) throw new Error('no such database')
  if (verb === 'migrations') migrate(name)
  else if (args.includes('--file')) db.exec(readFileSync(option('--file'), 'utf8'))
  else return JSON.stringify([{ results: db.prepare(option('--command')).all() }])
  return ''
}

const migrations = await migrationNames()

function migrate(name: string): void {
  const db = account.get(name)
  const made = db?.prepare(`select 1 from sqlite_master where name = 'people'`).get()
  if (made !== undefined) return
  for (const file of migrations) db?.exec(readProject(`migrations/${file}`))
}

function people(name: string): unknown[] {
  const rows = account.get(name)?.prepare('select name, role from people order by name').all() ?? []
  return rows.map((row) => [row.name, row.role])
}
