import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './environment.ts'
import type { LocalKeys } from './keys.ts'

// `wrangler dev` reads keys and settings from it; git ignores it.
const devVarsFile = join(root, '.dev.vars')

/** The state directory of `wrangler dev`. */
export const devStateDir = join(root, '.wrangler', 'state')

const head = '# Written by `npm start`, for `npx wrangler dev` on the same databases and keys.\n'

/**
 * Writes the keys and settings of a local server into `.dev.vars` for `wrangler dev`. Returns false without changing the
 * file if the developer wrote it.
 */
export async function writeDevVars(
  { SECRETS_KEY, LINK_SIGNING_KEY }: LocalKeys,
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const before = await readFile(devVarsFile, 'utf8').catch(() => head)
  if (!before.startsWith(head)) return false
  const all = { SECRETS_KEY, LINK_SIGNING_KEY, ...settings }
  const lines = Object.entries(all).map(([name, value]) => `${name}="${value}"\n`)
  const text = head + lines.join('')
  if (text !== before) await writeFile(devVarsFile, text, { mode: 0o600 })
  return true
}
