import { join } from 'node:path'
import { root } from '../../scripts/local/environment.ts'
import { goTool, has, run } from './tools.ts'

/** What oasdiff calls breaking and is not, since nothing that was taken is refused. */
const declared: readonly { readonly id: string; readonly text?: RegExp; readonly why: string }[] = [
  {
    id: 'request-property-removed',
    text: /`(trade_no|orderNo)`/,
    why: 'taken as before; told as another name of a field',
  },
  {
    id: 'request-property-type-changed',
    text: /`format` changed|`extra`/,
    why: 'numbers have their format; extra as a string is taken as before, and said in words',
  },
  {
    id: 'request-property-default-value-removed',
    why: 'holds as before; told in words and as x-default, since generators make a needed field of it',
  },
  {
    id: 'request-property-pattern-added',
    text: /`currency`/,
    why: 'a currency other than TWD was booked as so many TWD; merchants are told in the change log',
  },
  { id: 'request-property-pattern-added', why: 'what it refuses was always refused' },
  {
    id: 'request-property-max-length-set',
    text: /`extra`.*form-urlencoded/,
    why: 'no body may be longer than that',
  },
  { id: 'request-property-min-length-set', why: 'an empty text always counted as absent' },
  { id: 'request-property-multiple-of-set', why: 'a third decimal was always refused' },
  {
    id: 'request-property-min-set',
    text: /`(timestamp|amount)`/,
    why: 'such a number was always refused',
  },
  {
    id: 'request-property-max-set',
    text: /`(timestamp|amount)`/,
    why: 'such a number was always refused',
  },
  {
    id: 'response-property-enum-value-added',
    text: /`fees` enum value/,
    why: 'only a correction of fees has it, once a merchant has a price; the change log names it',
  },
]

type Change = { readonly id: string; readonly text: string; readonly path: string }

/**
 * Compares the description with the recorded one of the first release, by oasdiff. Returns what breaks clients, after
 * printing which kinds of changes are declared not to; null where there is no Go.
 */
export async function breakingChanges(document: string): Promise<string[] | null> {
  if (!(await has('go', 'version'))) return null
  const oasdiff = await goTool('github.com/oasdiff/oasdiff', 'v1.35.0')
  const published = join(root, 'test', 'data', 'published-openapi.json')
  const { stdout, stderr } = await run([
    oasdiff,
    'breaking',
    published,
    document,
    '--flatten-allof',
    '--format',
    'json',
  ])
  if (stderr !== '') throw new Error(stderr)
  const changes: Change[] = JSON.parse(stdout || '[]')
  for (const { id, text, why } of declared) {
    const count = changes.filter((change) => isOf(change, { id, text })).length
    if (count > 0) console.log(`  declared: ${count} × ${id}: ${why}`)
  }
  const rest = changes.filter((change) => !declared.some((one) => isOf(change, one)))
  return rest.map(({ id, text, path }) => `${path}: ${id}: ${text}`)
}

function isOf(change: Change, { id, text }: { id: string; text?: RegExp | undefined }): boolean {
  return change.id === id && (text === undefined || text.test(change.text))
}
