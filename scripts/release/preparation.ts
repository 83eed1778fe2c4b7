import { join } from 'node:path'
import { type Configuration, readConfiguration } from '../provision/configuration.ts'
import type { Worker } from './commands.ts'
import type { Database } from './databases.ts'

/** Where a release goes: what its wrangler files say. */
export type Target = {
  readonly workers: readonly Worker[]
  readonly databases: readonly Database[]
  /** The merchant API; empty where it is not filled in. */
  readonly baseUrl: string
  /** The members' pages, with the first part of their paths; empty where they are not filled in. */
  readonly exchangeUrl: string
  /** Null where the wrangler file has no route for the back office. */
  readonly backofficeUrl: string | null
  /** What a deployment needs and the wrangler files do not have yet. */
  readonly missing: readonly string[]
}

const files = [
  ['public Worker', 'wrangler.toml'],
  ['back office', 'wrangler.backoffice.toml'],
] as const

/** Reads where an environment is. Throws what wrangler says against its files. */
export function targetOf(root: string, env: string): Target {
  const [pay, desk] = files.map(([, file]) => readConfiguration(join(root, file), env))
  if (pay === undefined || desk === undefined) throw new Error('Both wrangler files are needed.')
  const { BASE_URL: baseUrl = '', EXCHANGE_URL: exchangeUrl = '', EXCHANGE_CODE: code } = pay.vars
  return {
    workers: files.map(([title, config], index) => {
      return { title, config, env, name: (index === 0 ? pay : desk).name ?? '' }
    }),
    databases: pay.d1_databases.map(({ binding, database_name = binding }) => {
      return { binding, name: database_name }
    }),
    baseUrl: String(baseUrl),
    exchangeUrl: exchangeUrl === '' ? '' : new URL(`/${code}`, String(exchangeUrl)).href,
    backofficeUrl: hostOf(desk),
    missing: [
      ...pay.d1_databases
        .filter(({ database_id: id = '' }) => !/[1-9a-f]/.test(id))
        .map(
          ({ binding }) =>
            `the id of ${binding} in wrangler.toml, which \`npm run provision\` fills in`,
        ),
      ...(baseUrl === '' ? ['BASE_URL in wrangler.toml'] : []),
      ...(exchangeUrl === '' ? ['EXCHANGE_URL in wrangler.toml'] : []),
    ],
  }
}

// A route is a text, or has it in `pattern`.
function hostOf({ routes = [] }: Configuration): string | null {
  const [route] = routes
  const pattern =
    typeof route === 'object' && route !== null && 'pattern' in route ? route.pattern : route
  const [host = ''] = String(pattern ?? '').split('/')
  return host === '' || host.includes('*') ? null : `https://${host}`
}
