import { type Account, answer, emptyAccount } from '../../../support/wrangler/account.ts'
import type { Said } from '../../../support/wrangler/said.ts'
import { addVersion, deploy } from '../../../support/wrangler/versions.ts'

/** How many migrations the project has, and how many of them the first database of an account. */
export const migrations = 28
const applied = 26

/** An account where both Workers of an environment have a version with all traffic, and the first database lacks two migrations. */
export function accountOf(env: string): Account {
  const account = emptyAccount()
  const database = { created_at: '', merchants: [] }
  account.databases.push({ ...database, uuid: 'a', name: 'merchant-pay', applied })
  account.databases.push({ ...database, uuid: 'b', name: 'merchant-pay-1', applied: migrations })
  for (const name of [`merchant-pay-${env}`, `merchant-pay-backoffice-${env}`]) {
    const worker: Account['workers'][string] = { secrets: {}, deployed: 1 }
    deploy(worker, [[addVersion(worker, ['--tag', 'older']), 100]])
    account.workers[name] = worker
  }
  return account
}

/** Answers a command on such an account, and notes it. */
export function answered(account: Account, env: string, args: readonly string[]): Said {
  account.calls.push(args.join(' '))
  const read = (file: string) => filesOf(env)[file] ?? ''
  return answer(account, args, '', { read, migrations })
}

/** Both wrangler files of the environment, as far as a release reads them. */
export function filesOf(env: string): Readonly<Record<string, string>> {
  const database = (binding: string, id: string) =>
    `[[env.${env}.d1_databases]]\nbinding = "${binding}"\ndatabase_id = "${id}"\n`
  return {
    'wrangler.toml': `[env.${env}]\nname = "merchant-pay-${env}"\n${database('DB', 'a')}${database('DB_1', 'b')}`,
    'wrangler.backoffice.toml': `[env.${env}]\nname = "merchant-pay-backoffice-${env}"\n`,
  }
}
