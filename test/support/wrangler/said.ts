// What a command of wrangler prints.

/** `record` is what it writes for programs. */
export type Said = { code: number; stdout: string; stderr: string; record?: object }

/** An error, as wrangler prints it. */
export function failed(text: string): Said {
  const mark = '\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m'
  return { code: 1, stdout: '\n', stderr: `${mark} \u001b[1m${text}\u001b[0m\n\n\n` }
}

/** An error of Cloudflare's API. */
export function apiFailed(path: string, text: string, code: number): Said {
  return failed(`A request to the Cloudflare API (${path}) failed.\n\n  ${text} [code: ${code}]`)
}

/** Lines. */
export function ok(...lines: readonly string[]): Said {
  return { code: 0, stdout: lines.map((line) => `${line}\n`).join(''), stderr: '' }
}

/** A value. */
export function json(value: unknown): Said {
  return ok(JSON.stringify(value, null, 2))
}

/** When everything of an account was made. */
export const created = '2026-11-22T15:27:31.941Z'
