import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../command/problem.ts'
import { root } from '../local/environment.ts'
import { readConfiguration } from '../provision/configuration.ts'
import { outputOf, type Wrangler } from '../provision/wrangler.ts'
import { isDatabase, numberOf, type Places, type Row } from './places.ts'

type AccountOptions = {
  readonly folder: string
  readonly env: string
  /** The binding whose copies are read. */
  readonly database: string
  readonly into: string
  readonly archive: 'ARCHIVE' | 'ARCHIVE_2'
  /** The folder of temporary files. */
  readonly scratch: string
  readonly wrangler: Wrangler
}

/** The bucket of a deployment, and a new, unbound database of the same account. */
export async function accountPlaces(options: AccountOptions): Promise<Places> {
  const { folder, env, database, into, archive, scratch, wrangler } = options
  const configured = readConfiguration(join(folder, 'wrangler.toml'), env)
  const bucket = configured.r2_buckets.find(({ binding }) => binding === archive)?.bucket_name
  if (bucket === undefined) throw new Problem(`${env} has no bucket ${archive}.`)
  if (configured.d1_databases.some(({ database_name: name }) => name === into)) {
    throw new Problem(`${into} is a database of ${env} already: use another name.`)
  }
  const run = async (...args: readonly string[]) => {
    const answer = await wrangler(args)
    if (answer.code === 0) return answer.stdout
    throw new Problem(`wrangler ${args.slice(0, 3).join(' ')} failed:\n${outputOf(answer)}`)
  }
  let made: Promise<string> | undefined
  const config = () => {
    made ??= configOf(into, scratch, run)
    return made
  }
  const rowsOf = async <Found extends Row>(sql: string, name: string, more: readonly string[]) => {
    const execute = ['d1', 'execute', name, '--remote', '--yes', '--json', ...more] as const
    const [answer] = JSON.parse(await run(...execute, '--command', sql)) as [{ results: Found[] }]
    return answer.results
  }
  let number = 0
  return {
    source: {
      // wrangler's error is the same if the account lacks the bucket.
      name: `the bucket ${bucket} of the login's account (npx wrangler whoami, CLOUDFLARE_ACCOUNT_ID)`,
      async get(key) {
        number += 1
        const path = join(scratch, `object-${number}`)
        const args = ['r2', 'object', 'get', `${bucket}/${key}`, '--file', path, '--remote']
        const answer = await wrangler(args)
        if (answer.code !== 0) {
          if (/does not exist/.test(`${answer.stderr}${answer.stdout}`)) return null
          throw new Problem(`wrangler r2 object get ${key} failed:\n${outputOf(answer)}`)
        }
        const bytes = await readFile(path)
        await rm(path)
        return bytes
      },
    },
    target: {
      name: into,
      rows: async <Found extends Row>(sql: string) =>
        rowsOf<Found>(sql, into, ['-c', await config()]),
      async migrate() {
        await run('d1', 'migrations', 'apply', into, '--remote', '-c', await config())
      },
      async run(path) {
        const execute = ['d1', 'execute', into, '--remote', '--yes', '-c', await config()] as const
        await run(...execute, '--file', path)
      },
    },
    others: configured.d1_databases
      .filter(({ binding }) => binding !== database && isDatabase(binding))
      .map(({ binding }) => ({
        number: numberOf(binding),
        rows: <Found extends Row>(sql: string) => rowsOf<Found>(sql, binding, ['--env', env]),
      })),
    nextSteps: nextSteps(options),
    close: async () => {},
  }
}

// Wrangler applies migrations only to databases of its configuration, so this one has no other database.
async function configOf(
  into: string,
  scratch: string,
  run: (...args: readonly string[]) => Promise<string>,
): Promise<string> {
  type DatabaseEntry = { readonly name: string; readonly uuid: string }
  const databases = JSON.parse(await run('d1', 'list', '--json')) as readonly DatabaseEntry[]
  const uuid = databases.find(({ name }) => name === into)?.uuid
  if (uuid === undefined) {
    const create = `npx wrangler d1 create ${into} --location apac`
    throw new Problem(`The account has no database ${into}. Create it first: ${create}`)
  }
  const text = {
    name: 'restore',
    compatibility_date: '2026-08-15',
    d1_databases: [
      {
        binding: 'INTO',
        database_name: into,
        database_id: uuid,
        migrations_dir: join(root, 'migrations'),
      },
    ],
  }
  await mkdir(scratch, { recursive: true })
  const path = join(scratch, 'wrangler.json')
  await writeFile(path, JSON.stringify(text))
  return path
}

function nextSteps({ env, database, into }: AccountOptions): readonly string[] {
  return [
    'Turn maintenance on in it, which is not copied: docs/runbooks/restore-database.md has the command',
    `In wrangler.toml, under [[env.${env}.d1_databases]] with binding = "${database}": ` +
      `database_name = "${into}", and its database_id (npx wrangler d1 list); commit that`,
    `Release it at once: npm run release -- --env ${env} --without-desk --pause 0`,
    'Look at GET /health and at the overview, find what may be missing, and end maintenance, as the same page has it; ' +
      'due callbacks are then sent within a minute',
  ]
}
