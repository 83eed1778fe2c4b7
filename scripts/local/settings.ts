import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, root } from './environment.ts'

const optionalSecrets = ['ALARM_WEBHOOK_SECRET', 'TELEGRAM_BOT_TOKEN']

// `npm start` sets the address of the server.
const localSetting = 'BASE_URL'

/** The public Worker's settings with their defaults of wrangler.toml. */
export async function knownSettings(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(root, 'wrangler.toml'), 'utf8')
  const [, vars = ''] = /^\[vars\]\n((?:(?!\[).*\n)*)/m.exec(text) ?? []
  const lines = vars.matchAll(/^([A-Z][A-Z0-9_]*) *= *"?(.*?)"?$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
}

/** The settings and optional secrets that an environment sets, including empty ones. */
export async function settingsOf(environment: Environment): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const name of [...Object.keys(await knownSettings()), ...optionalSecrets]) {
    const value = environment[name]
    if (name !== localSetting && value !== undefined) values[name] = value
  }
  return values
}
