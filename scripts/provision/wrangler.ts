import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from '../checks/commands.ts'
import { wranglerCommand } from '../local/environment.ts'
import { Problem } from './problem.ts'

/** What a run of wrangler came to. The code is null when a signal ended it. */
export type Answer = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs wrangler with arguments and, for a secret, with what it reads from its standard input. */
export type Wrangler = (args: readonly string[], input?: string) => Promise<Answer>

/** The wrangler of this project, or the program that the environment names as `WRANGLER`. */
export function wranglerOf(own: string | undefined): Command {
  if (own === undefined || own === '') return wranglerCommand()
  return /\.[cm]?[jt]s$/.test(own) ? [process.execPath, own] : [own]
}

/**
 * Runs wrangler as a process in `folder`, for one account once it is known. It has no terminal, so that it asks nothing.
 * `quit` ends it. `more` is its environment besides.
 */
export function wranglerProcess(
  [file, ...before]: Command,
  folder: string,
  quit: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): (account?: string) => Wrangler {
  return (account) => (args, input) =>
    new Promise((resolve, reject) => {
      const child = spawn(file, [...before, ...args], {
        cwd: folder,
        env: {
          ...process.env,
          ...more,
          ...(account !== undefined && { CLOUDFLARE_ACCOUNT_ID: account }),
          WRANGLER_HIDE_BANNER: 'true',
          WRANGLER_SEND_METRICS: 'false',
          NO_COLOR: '1',
        },
        signal: quit,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      })
      const text = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const) {
        child[name]?.setEncoding('utf8').on('data', (part: string) => {
          text[name] += part
        })
      }
      child.on('error', (error) => {
        reject(quit.aborted ? error : new Problem(`wrangler does not start: ${error.message}`))
      })
      child.on('close', (code) => {
        const { stdout, stderr } = text
        resolve({ code, stdout: without(input, stdout), stderr: without(input, stderr) })
      })
      // A wrangler that ends before it has read is told of by its exit code.
      child.stdin?.on('error', () => {}).end(input)
    })
}

// What is told of a run is shown and may be logged; what was given to it is a secret.
function without(input: string | undefined, text: string): string {
  const secret = input?.trim() ?? ''
  return secret === '' ? text : text.replaceAll(secret, '…')
}

const saidMax = 1500
const noise =
  /^(?:🪵.*|If you think this is a bug.*|Note that there is a newer version.*|Resource location:.*)$/u

/** What wrangler said, for a person: its errors if it told any, without colours, banner and the like. */
export function said({ code, stdout, stderr }: Answer): string {
  const text = (plain(stderr) || plain(stdout)).slice(0, saidMax)
  return text === '' ? `nothing; it ended with ${code ?? 'a signal'}` : text
}

function plain(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.replace(/^\s*[✘▲]\s*\[(?:ERROR|WARNING)\]\s*/u, '').trim())
  return lines.filter((line) => line !== '' && !noise.test(line)).join('\n')
}

// What a person can do about it, by what wrangler says.
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN|not logged in|not authenticated/i,
    'Log in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.',
  ],
  [
    /More than one account available/,
    'Name the account: export CLOUDFLARE_ACCOUNT_ID=<its id>; `npx wrangler whoami` lists them.',
  ],
  [
    /code: (?:10000|10001|9109|9106)\]|Authentication error|Unauthorized/,
    'The login may not do this. Log in anew with `npx wrangler login`, or give the API token the permission to edit ' +
      'Workers Scripts, Workers KV Storage, D1, Queues and Workers R2 Storage of the account.',
  ],
  [/code: 10042\]/, 'Enable R2 for the account in the dashboard, under R2 Object Storage.'],
  [/fetch failed|ECONN|ENOTFOUND|timed out|connectivity issue/, 'The network failed.'],
]

/** A problem for a run of wrangler that failed: what it was for, what wrangler said, what to do. */
export function failedRun(what: string, args: readonly string[], answer: Answer): Problem {
  const text = said(answer)
  const remedy = remedies.find(([pattern]) => pattern.test(text))?.[1]
  return new Problem(
    `${what} failed.\n${indented(`wrangler ${shown(args)}\n${text}`)}\n` +
      `${remedy === undefined ? 'Mend that.' : remedy} Then give the same command again: what is done stays done.`,
  )
}

/** A problem for an answer of wrangler that has not the form of the pinned version. */
export function unreadable(args: readonly string[], answer: Answer): Problem {
  return new Problem(
    `wrangler answered in a form that is not known here, so that nothing was concluded from it.\n` +
      `${indented(`wrangler ${shown(args)}\n${said(answer)}`)}\n` +
      'Use the wrangler of this project, as `npm run provision` does without WRANGLER in the environment. Where that ' +
      'one answered so, scripts/provision/account.ts has to learn the new form.',
  )
}

/** A command line as one would type it. */
export function shown(args: readonly string[]): string {
  return args.map((arg) => (/^[\w./=@:-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ')
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n')
}
