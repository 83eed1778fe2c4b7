import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../checks/commands.ts'
import { withProgress } from '../progress.mjs'
import { Problem } from '../provision/problem.ts'
import { failedRun, wranglerProcess } from '../provision/wrangler.ts'
import { typed } from './commands.ts'

/** What a command has printed, and what it has written for programs, one value a line. */
export type Answer = {
  readonly args: readonly string[]
  readonly output: string
  readonly records: readonly WranglerRecord[]
}

/** Of what wrangler writes for programs, the version that it has uploaded. */
export type WranglerRecord = { readonly type: string; readonly version_id?: string | null }

/** Runs a command of wrangler, and tells it and how long it takes. Throws a problem when it fails. */
export type ToldWrangler = (args: readonly string[]) => Promise<Answer>

const timeoutMs = 10 * 60_000

/**
 * Wrangler in a project's folder, under the login of the environment (`CLOUDFLARE_API_TOKEN`, `CLOUDFLARE_ACCOUNT_ID`)
 * or of `wrangler login`.
 */
export function toldWrangler(
  command: Command,
  folder: string,
  tell: (line: string) => void,
): ToldWrangler {
  return async (args) => {
    const directory = await mkdtemp(join(tmpdir(), 'wrangler-'))
    const records = join(directory, 'output.jsonl')
    try {
      const quit = AbortSignal.timeout(timeoutMs)
      const wrangler = wranglerProcess(command, folder, quit, {
        WRANGLER_OUTPUT_FILE_PATH: records,
      })
      const answer = await withProgress(typed(args), () => wrangler()(args), { log: tell })
      if (answer.code !== 0) throw failedRun('The release', args, answer)
      const lines = (await readFile(records, 'utf8').catch(() => '')).split('\n').filter(Boolean)
      return { args, output: answer.stdout, records: lines.map((line) => JSON.parse(line)) }
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') {
        throw new Problem(`${typed(args)} has not ended within ${timeoutMs / 60_000} minutes.`)
      }
      throw error
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** A problem for an answer that does not have what is looked for. */
export function unknownForm({ args, output }: Answer): Problem {
  return new Problem(
    `${typed(args)} answered in a form that is not known here, so that nothing was concluded from it:\n${output.trim()}`,
  )
}

/** The JSON that a command has printed, whatever wrangler says before it. Throws a problem when there is none. */
export function jsonIn(answer: Answer): unknown {
  const start = /^[[{]/m.exec(answer.output)?.index ?? 0
  try {
    return JSON.parse(answer.output.slice(start))
  } catch {
    throw unknownForm(answer)
  }
}
