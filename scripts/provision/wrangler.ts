import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { Problem } from '../command/problem.ts'
import { wranglerCommand } from '../local/environment.ts'

/** The result of a run of wrangler. The code is null after a signal. */
type WranglerAnswer = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs wrangler with arguments, and with standard input for secrets. */
export type Wrangler = (args: readonly string[], input?: string) => Promise<WranglerAnswer>

/**
 * The project's wrangler as a process in `folder`, for an account once it is known. Without a terminal it asks no
 * questions. `quit` ends it.
 */
export function wranglerProcess(folder: string, quit: AbortSignal, account?: string): Wrangler {
  const env = {
    ...process.env,
    ...(account !== undefined && { CLOUDFLARE_ACCOUNT_ID: account }),
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    // Its log files, which other users may read, would contain the login's token and rows of databases.
    WRANGLER_WRITE_LOGS: 'false',
    NO_COLOR: '1',
  }
  return (args, input) =>
    new Promise((resolve, reject) => {
      const [file, ...all] = wranglerCommand(...args)
      const child = spawn(file, all, { cwd: folder, env, signal: quit })
      const text = { stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (part: string) => {
          text[name] += part
        })
      }
      child.on('error', (error) => {
        const isTimeout = quit.aborted && quit.reason.name === 'TimeoutError'
        const reason = isTimeout ? 'timed out' : error.message
        reject(quit.aborted && !isTimeout ? error : new Problem(`${commandLine(args)}: ${reason}`))
      })
      child.on('close', (code) => resolve({ code, ...text }))
      // If wrangler ends without reading its input, the exit code reports it.
      child.stdin.on('error', () => {}).end(input)
    })
}

const outputCharsMax = 1500
const noise =
  /^(?:🪵.*|If you think this is a bug.*|Note that there is a newer version.*|Resource location:.*)$/u

// 32 bytes in base 64.
const key = /[A-Za-z0-9+/]{43}=/g

/** Wrangler's output for a person: its errors, or its standard output, without keys, colours and banner. */
export function outputOf({ code, stdout, stderr }: WranglerAnswer): string {
  const text = (plain(stderr) || plain(stdout)).replaceAll(key, '…').slice(0, outputCharsMax)
  return text === '' ? `no output; it ended with ${code ?? 'a signal'}` : text
}

/** The problem of a failed run of wrangler. */
export function failedRun(what: string, args: readonly string[], answer: WranglerAnswer): Problem {
  const text = `${commandLine(args)}\n${outputOf(answer)}`.replaceAll(/^/gm, '  | ')
  const advice = '\nCorrect the cause. Then repeat the command: it skips completed steps.'
  return new Problem(`${what} failed.\n${text}`, advice)
}

/** A wrangler command as a line for the shell. */
export function commandLine(args: readonly string[]): string {
  const words = args.map((arg) => (/^[\w@%.:/<>=-]+$/.test(arg) ? arg : JSON.stringify(arg)))
  return `npx wrangler ${words.join(' ')}`
}

function plain(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.replace(/^\s*[✘▲]\s*\[(?:ERROR|WARNING)\]\s*/u, '').trim())
  return lines.filter((line) => line !== '' && !noise.test(line)).join('\n')
}
