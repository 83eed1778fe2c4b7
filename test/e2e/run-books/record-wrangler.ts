import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/project-files.ts'
import { type Commands, installedWrangler, knownCommands, recordedIn } from './wrangler-commands.ts'

// Writes down what the installed wrangler says of its commands: those that are known, and those that are named here.
// Run as: node test/e2e/run-books/record-wrangler.ts "d1 info" "queues info"

const commands: Record<string, Commands[string]> = {}
for (const name of new Set([...Object.keys(knownCommands().commands), ...process.argv.slice(2)])) {
  const cli = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' }
  const help = execFileSync(process.execPath, [cli, ...name.split(' '), '--help'], {
    env,
  }).toString()
  const [, positionals = null] =
    new RegExp(`^wrangler ${name}((?: [<[].*)?)$`, 'm').exec(help) ?? []
  if (positionals === null) throw new Error(`wrangler has no command "${name}"`)
  commands[name] = {
    positionals: positionals.split(' ').filter((one) => one !== ''),
    options: Array.from(help.matchAll(/^ {2}.*?(--[a-z][\w-]*)/gm), ([, option = '']) => option),
  }
  console.log(name)
}
const sorted = Object.entries(commands).sort(([a], [b]) => (a < b ? -1 : 1))
const lines = sorted.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)
const version = JSON.stringify(installedWrangler())
writeFileSync(recordedIn, `{"version":${version},"commands":{\n${lines.join(',\n')}\n}}\n`)
console.log(readFileSync(recordedIn, 'utf8').length, 'characters')
