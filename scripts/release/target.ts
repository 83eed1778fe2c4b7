import { join } from 'node:path'
import { type Configuration, readConfiguration } from '../provision/configuration.ts'
import { statedId } from '../provision/ids-in-file.ts'
import { refusedSettings } from '../provision/needs.ts'

/** A Worker of an environment, as its wrangler file describes it. */
export type Worker = {
  readonly title: string
  readonly name: string
  /** The arguments that name this Worker to wrangler. */
  readonly args: readonly string[]
}

/** A database of an environment; its binding is `DB`, `DB_1` … */
export type Database = { readonly binding: string; readonly name: string; readonly id: string }

/** The target of a release, from its wrangler files. */
export type Target = {
  readonly env: string
  /** Both Workers in the order of their deployment: the public Worker first, because the back office calls it. */
  readonly workers: readonly [Worker, Worker]
  readonly databases: readonly Database[]
  /** The addresses of the deployment, as arguments of the smoke test. */
  readonly addresses: readonly string[]
  /** The values that a deployment needs and the wrangler files lack. */
  readonly missing: readonly string[]
  /** The message about variables that the public Worker would refuse; null if it accepts all. */
  readonly refusedSettings: string | null
}

/** Whether an environment's traffic is shifted in steps: all but staging, which real merchants do not call. */
export function isGradual(env: string): boolean {
  return env !== 'staging'
}

/** Reads the target of an environment. Throws wrangler's errors about its files. */
export function targetOf(root: string, env: string): Target {
  const pay = readConfiguration(join(root, 'wrangler.toml'), env)
  const desk = readConfiguration(join(root, 'wrangler.backoffice.toml'), env)
  const { BASE_URL, EXCHANGE_URL, EXCHANGE_CODE } = pay.vars
  const backoffice = hostOf(desk)
  const args = (file: string) => ['-c', file, '-e', env]
  const unset = ['BASE_URL', 'EXCHANGE_URL'].filter((name) => !pay.vars[name])
  return {
    env,
    workers: [
      { title: 'public Worker', name: pay.name ?? '', args: args('wrangler.toml') },
      { title: 'back office', name: desk.name ?? '', args: args('wrangler.backoffice.toml') },
    ],
    databases: pay.d1_databases.map(
      ({ binding, database_name: name = '', database_id: id = '' }) => {
        return { binding, name, id }
      },
    ),
    addresses: [
      `--base-url=${BASE_URL}`,
      `--exchange-url=${EXCHANGE_URL}/${EXCHANGE_CODE}`,
      ...(backoffice === null ? [] : [`--backoffice-url=https://${backoffice}`]),
    ],
    missing: [
      ...pay.d1_databases
        .filter(({ database_id }) => statedId(database_id) === null)
        .map(({ binding }) => `the id of ${binding}, which \`npm run provision\` fills in`),
      ...unset,
    ],
    refusedSettings: refusedSettings('wrangler.toml', pay),
  }
}

// A route is a string, or an object with `pattern`.
function hostOf({ routes = [] }: Configuration): string | null {
  const [route] = routes
  const pattern = typeof route === 'string' ? route : Object(route).pattern
  const [host = ''] = String(pattern ?? '').split('/')
  return host === '' || host.includes('*') ? null : host
}
