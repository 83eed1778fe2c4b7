import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { readProject, root } from '../../support/project-files.ts'

/** What a made-up case puts into a page's placeholders, by name: `{ MERCHANT: 'M1' }`. */
export type Case = Readonly<Record<string, string>>

/** What a secret was put, or another command of wrangler was run. */
type WranglerCall = {
  readonly noun: string
  readonly verb?: string
  readonly name?: string
  readonly value: string
}

/** A shell of somebody who works through a page. */
type Shell = {
  /** Runs blocks in this order; returns what each printed. Throws what a command printed that failed. */
  run(blocks: readonly string[], input?: string): Promise<readonly string[]>
  /** What wrangler was told. */
  played(): Promise<readonly WranglerCall[]>
  close(): Promise<void>
}

/** The blocks of a page's commands, by the heading that they stand under, in their order. */
export function blocksOf(page: string): readonly { heading: string; commands: string }[] {
  const text = readProject(`docs/runbooks/${page}.md`)
  return text.split(/^## /m).flatMap((section) => {
    const [heading = ''] = section.split('\n')
    const blocks = section.matchAll(/^```sh\n([\s\S]*?)^```/gm)
    return Array.from(blocks, ([, commands = '']) => ({ heading, commands }))
  })
}

/** The placeholders of commands that a case has to fill in: assignments of a plain value. */
export function placeholdersOf(commands: string): readonly string[] {
  const found = commands.matchAll(/^([A-Z][A-Z_]*)=(?!\$\()\S*$/gm)
  return Array.from(found, ([, name = '']) => name)
}

/**
 * A shell with what the list of run books says to paste first, the case's values in place of the pages' own, and
 * stand-ins for wrangler and cloudflared; `npm run x` runs the script itself, `provision` and `release` without taking a
 * step. Nothing outside this machine is called.
 */
export async function openShell(given: Case): Promise<Shell> {
  const directory = await mkdtemp(join(tmpdir(), 'run-book-'))
  const node = `"${process.execPath}" --disable-warning=ExperimentalWarning`
  const tools = {
    npx: `exec ${node} "${join(import.meta.dirname, 'played-wrangler.ts')}" "$@"`,
    npm: `shift; script="$1"; shift 2
case "$script" in provision | release) set -- "$@" --dry-run ;; esac
exec ${node} "${root}/scripts/$script.ts" "$@"`,
    cloudflared: 'echo a-token-of-access',
  }
  for (const [name, text] of Object.entries(tools)) {
    const file = join(directory, name)
    await writeFile(file, `#!/bin/bash\n${text}\n`)
    await chmod(file, 0o755)
  }
  const played = join(directory, 'played')
  await writeFile(played, '')
  const path = [directory, dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, PLAYED: played, ACCESS_API_TOKEN: 'a-token' }
  const first = blocksOf('README').map(({ commands }) => commands)
  const state = { variables: '' }
  return {
    async run(blocks, input = '') {
      const lines = [...first, ...blocks].map((block) => filledIn(block, given))
      const kept = join(directory, 'variables')
      const [prelude = '', ...rest] = lines
      const script = [
        'set -euo pipefail',
        prelude.replace(/^desk "\$DESK.*$/m, ''),
        state.variables === '' ? '' : `. "${state.variables}"`,
        ...rest.flatMap((block) => [`printf '%s\\n' '${separator}'`, block]),
        // What a later block of the page uses.
        `{ declare -p ${namesIn(rest)} 2>/dev/null || true; declare -f; } >> "${kept}"`,
      ].join('\n')
      const output = await bash(script, env, directory, input)
      state.variables = kept
      return output.split(`${separator}\n`).slice(1)
    },
    played: async () => {
      const lines = (await readFile(played, 'utf8')).trim().split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
    },
    close: () => rm(directory, { recursive: true, force: true }),
  }
}

function namesIn(blocks: readonly string[]): string {
  const found = blocks.join('\n').matchAll(/^([A-Z][A-Z_]*)=|\bread -rsp '[^']*' ([A-Z_]+)/gm)
  return Array.from(found, ([, set = '', asked = '']) => set + asked).join(' ') || 'PATH'
}

const separator = '=== next block ==='

function filledIn(block: string, given: Case): string {
  return block.replaceAll(/^([A-Z][A-Z_]*)=.*$/gm, (line, name: string) =>
    given[name] === undefined ? line : `${name}='${given[name]}'`,
  )
}

function bash(script: string, env: NodeJS.ProcessEnv, cwd: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('bash', ['-c', script], { env, cwd }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${stderr}\n${stdout.slice(-2000)}`))
    })
    // A script may end before it has read its input; its exit status says what became of it.
    child.stdin?.on('error', () => undefined).end(input)
  })
}
