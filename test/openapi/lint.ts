import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problemsOf } from '../support/openapi-linter.ts'
import { cache, npmTool, packages, run } from './tools.ts'

/** Rules of OWASP that do not hold, where, and why. Whatever else they find is a fault. */
const exceptions: readonly { readonly rule: string; readonly at?: RegExp; readonly why: string }[] =
  [
    {
      rule: 'owasp:api2:2023-write-restricted',
      why: 'the signature is in the body, which no security scheme of OpenAPI can say; sign is a required field',
    },
    { rule: 'owasp:api2:2023-read-restricted', why: 'the lists and /health are public' },
    {
      rule: 'owasp:api8:2023-define-error-responses-401',
      why: 'a wrong signature is 422 signature_error, as the protocol has it (§7)',
    },
    {
      rule: 'owasp:api8:2023-define-error-validation',
      at: /^paths\.\/health\./,
      why: '/health takes nothing that could be wrong',
    },
    {
      rule: 'owasp:api4:2023-rate-limit',
      why: 'answers have no such headers; 429 has Retry-After, which is described',
    },
    {
      rule: 'owasp:api8:2023-define-cors-origin',
      why: 'signed endpoints are for servers and have no such header; the public lists allow every origin',
    },
    {
      rule: 'owasp:api9:2023-inventory-access',
      why: 'the document is made for its deployment, and has one server',
    },
    {
      rule: 'owasp:api8:2023-no-server-http',
      why: 'the judged document is that of a local server; a deployment has its own address, with https',
    },
    {
      rule: 'info-contact',
      why: 'whom a merchant asks is a matter between it and the platform; no address is made up here',
    },
    {
      rule: 'owasp:api4:2023-string-limit',
      at: /Response|Failure|^webhooks|\.responses\.|\.parameters\.|(from|to|paid_at|requested_at|processed_at)$/,
      why: 'answers and callbacks may grow; the text of a day or time is bounded by its pattern',
    },
    {
      rule: 'owasp:api4:2023-string-restricted',
      at: /Response|Failure|^webhooks|\.responses\.|\.parameters\.|properties\.\w+$/,
      why: 'answers and callbacks may grow; names of people and remarks take every character',
    },
    {
      rule: 'owasp:api4:2023-integer-limit',
      at: /Response|Failure|^webhooks|\.responses\./,
      why: 'answers and callbacks promise no bound; int64 is told',
    },
    {
      rule: 'owasp:api4:2023-integer-format',
      at: /Response|\.responses\./,
      why: 'a whole number or null has its format beside both types, which the rule does not see',
    },
    {
      rule: 'owasp:api4:2023-array-limit',
      at: /Response|Failure/,
      why: 'answers promise no bound on their lists',
    },
  ]

type Finding = {
  readonly code: string
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** What Redocly's strictest rules find in the description. */
export async function redoclyProblems(document: string): Promise<string[]> {
  return problemsOf(JSON.parse(await readFile(document, 'utf8')))
}

/** What Spectral finds with OWASP's rules, without the exceptions, which it prints with their reasons. */
export async function spectralProblems(document: string): Promise<string[]> {
  const spectral = await npmTool('spectral')
  const ruleset = join(packages, 'ruleset.yaml')
  const report = join(cache, 'spectral.json')
  const options = ['--ruleset', ruleset, '-f', 'json', '-o', report, '-q']
  const { stderr } = await run([spectral, 'lint', document, ...options], { cwd: packages })
  const found: Finding[] = JSON.parse(
    await readFile(report, 'utf8').catch(() => {
      throw new Error(`Spectral has written no report: ${stderr}`)
    }),
  )
  for (const { rule, at, why } of exceptions) {
    const count = found.filter((one) => isOf(one, { rule, at })).length
    if (count > 0) console.log(`  excepted: ${count} × ${rule}: ${why}`)
  }
  const rest = found.filter((one) => !exceptions.some((exception) => isOf(one, exception)))
  return rest.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`)
}

function isOf(
  { code, path }: Finding,
  { rule, at }: { rule: string; at?: RegExp | undefined },
): boolean {
  return code === rule && (at === undefined || at.test(path.join('.')))
}
