import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProject, root } from '../../support/project-files.ts'

/** What commands of wrangler take: their arguments as its help has them (`<name>`, `[path]`), and their options. */
export type Commands = Readonly<
  Record<string, { readonly positionals: readonly string[]; readonly options: readonly string[] }>
>

/** Where that is written down; asking wrangler takes seconds for each command. */
export const recordedIn = join(root, 'test/data/wrangler-commands.json')

/** What was written down, and of which version. */
export function knownCommands(): { readonly version: string; readonly commands: Commands } {
  if (!existsSync(recordedIn)) return { version: '', commands: {} }
  return JSON.parse(readFileSync(recordedIn, 'utf8'))
}

/** The version that is installed. */
export function installedWrangler(): string {
  return JSON.parse(readProject('node_modules/wrangler/package.json')).version
}

/** What wrangler would not take of a command line; null where it takes all. */
export function problemOf(given: readonly string[]): string | null {
  const { commands } = knownCommands()
  const firstOption = given.findIndex((word) => word.startsWith('-'))
  const labels = firstOption === -1 ? given : given.slice(0, firstOption)
  const name = Array.from(labels, (_, n) => labels.slice(0, n + 1).join(' '))
    .filter((one) => Object.hasOwn(commands, one))
    .at(-1)
  const known = name === undefined ? undefined : commands[name]
  if (name === undefined || known === undefined) return `wrangler ${labels.join(' ')}: not known`
  const named = labels.slice(name.split(' ').length)
  const required = known.positionals.filter((one) => one.startsWith('<'))
  if (named.length < required.length || named.length > known.positionals.length) {
    return `wrangler ${name} takes ${known.positionals.join(' ')}, not ${named.join(' ')}`
  }
  const options = given
    .filter((word) => word.startsWith('-'))
    .map((word) => word.split('=')[0] ?? '')
  const wrong = options.filter((option) => option !== '-c' && !known.options.includes(option))
  return wrong.length === 0 ? null : `wrangler ${name} has no ${wrong.join(' ')}`
}
