import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wranglerCommand } from '../local/environment.ts'
import { withProgress } from '../progress.mjs'
import { typed } from './commands.ts'

/** A command of wrangler did not do what it should. */
export class WranglerFailed extends Error {}

/** What a command has printed, and what it has written for programs, one value a line. */
export type Answer = { readonly output: string; readonly records: readonly WranglerRecord[] }

/** Of what wrangler writes for programs, the version that it has uploaded. */
export type WranglerRecord = { readonly type: string; readonly version_id?: string | null }

/** Runs a command of wrangler, tells it and how long it takes. Throws `WranglerFailed` with what it said when it fails. */
export type Wrangler = (args: readonly string[]) => Promise<Answer>

const timeoutMs = 10 * 60_000
const shownLines = 25

/**
 * Wrangler in a project's folder, under the login of the environment (`CLOUDFLARE_API_TOKEN`, `CLOUDFLARE_ACCOUNT_ID`)
 * or of `wrangler login`. `command` stands in for the pinned one.
 */
export function wranglerIn(
  root: string,
  tell: (line: string) => void,
  command: readonly [string, ...string[]] = wranglerCommand(),
): Wrangler {
  return async (args) => {
    const directory = await mkdtemp(join(tmpdir(), 'wrangler-'))
    const records = join(directory, 'output.jsonl')
    try {
      const run = () => outputOf([...command, ...args], root, records)
      const { code, stdout, stderr } = await withProgress(typed(args), run, { log: tell })
      if (code !== 0) {
        const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-shownLines).join('\n')
        throw new WranglerFailed(`${typed(args)} failed (${code}):\n${said}`)
      }
      const lines = await readFile(records, 'utf8').catch(() => '')
      const written = lines.split('\n').filter(Boolean)
      return { output: stdout, records: written.map((line) => JSON.parse(line)) }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** The JSON that a command has printed, whatever wrangler says before it. Throws `WranglerFailed` when there is none. */
export function jsonIn({ output }: Answer): unknown {
  const start = /^[[{]/m.exec(output)?.index ?? 0
  try {
    return JSON.parse(output.slice(start))
  } catch {
    throw new WranglerFailed(`wrangler should have printed JSON, but printed:\n${output.trim()}`)
  }
}

async function outputOf(words: readonly string[], cwd: string, records: string) {
  const [file = '', ...args] = words
  const child = spawn(file, args, {
    cwd,
    env: {
      ...process.env,
      WRANGLER_OUTPUT_FILE_PATH: records,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      NO_COLOR: '1',
    },
    // Without a terminal it asks nothing.
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  return { code, stdout, stderr }
}
