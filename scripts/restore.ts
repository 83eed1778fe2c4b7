import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { optionsOf, runCommand } from './command/command-line.ts'
import { Problem } from './command/problem.ts'
import { root } from './local/environment.ts'
import { wranglerProcess } from './provision/wrangler.ts'
import { accountPlaces } from './restore/account-places.ts'
import { localPlaces } from './restore/local-places.ts'
import type { Places } from './restore/places.ts'
import { restore } from './restore/restore.ts'

const usage = `npm run restore -- --env <environment> --database <binding> --into <name of a new database>
npm run restore -- --local <state directory> --database <binding>

  --database  DB, DB_1 …: the one that is lost
  --into      an empty database of the same account: npx wrangler d1 create <name> --location apac
  --second    reads the second bucket, ARCHIVE_2
  --before    as it was at that time or before, for example 2026-08-15T12:00:00Z; by default the newest copy
  --dry-run   reads and compares all copies, and fills nothing`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const known = {
  env: text,
  local: text,
  database: { ...text, default: 'DB' },
  into: text,
  before: text,
  second: flag,
  'dry-run': flag,
} as const

const scratch = mkdtempSync(join(tmpdir(), 'restore-'))
const clear = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
// The files read are in clear text: a signal that ends this command deletes them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    clear()
    process.exit(128 + constants.signals[signal])
  })
}
await runCommand(main).finally(clear)

async function main(): Promise<void> {
  const options = read()
  const places = await placesOf(options)
  try {
    const at = await restore(places, { ...options, scratch, log: console.log })
    if (options.dryRun) return console.log('Nothing was written.')
    const age = Math.round(Date.now() / 1000) - at
    console.log(`Restored as it was ${age} s ago. What is left to do:`)
    for (const [place, step] of places.nextSteps.entries()) console.log(`${place + 1}. ${step}`)
  } finally {
    await places.close()
  }
}

type RestoreOptions = ReturnType<typeof read>

function read() {
  const values = optionsOf(known, usage)
  const until = values.before === undefined ? Date.now() : Date.parse(values.before)
  if (Number.isNaN(until)) throw wrong(`--before is no time: ${values.before}`)
  if (values.database === 'DB_SANDBOX') {
    throw wrong(
      'DB_SANDBOX has no copies: let it be made anew and create the test merchants again (docs/growing.md)',
    )
  }
  if (!/^DB(?:_\d{1,2})?$/.test(values.database)) {
    throw wrong(`--database is DB, DB_1 …, not ${values.database}`)
  }
  return { ...values, until: Math.floor(until / 1000), dryRun: values['dry-run'] }
}

function wrong(reason: string): Problem {
  return new Problem(`${reason}\n\n${usage}`)
}

async function placesOf({
  env,
  local,
  database,
  dryRun,
  second,
  ...options
}: RestoreOptions): Promise<Places> {
  if (local !== undefined && env === undefined) return localPlaces(local, database)
  // A dry run needs no database.
  const into = options.into ?? (dryRun ? 'nothing' : undefined)
  if (env === undefined || into === undefined) throw new Problem(usage)
  const wrangler = wranglerProcess(root, new AbortController().signal)
  const archive = second ? 'ARCHIVE_2' : 'ARCHIVE'
  return accountPlaces({ folder: root, env, database, into, archive, scratch, wrangler })
}
