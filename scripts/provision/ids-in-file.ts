import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseToml, type Raw } from './configuration.ts'
import { Problem } from './problem.ts'

/** The id of what a binding of an environment stands for. */
export type BoundId = {
  readonly env: string
  readonly table: 'd1_databases' | 'kv_namespaces'
  readonly binding: string
  readonly id: string
}

/** The member of a binding's table that holds its id. */
export const idField = { d1_databases: 'database_id', kv_namespaces: 'id' } as const

/** Whether an id in a wrangler file stands for none: empty, left out, or nothing but zeros. */
export function isPlaceholder(id: string | undefined): boolean {
  return id === undefined || /^[0-]*$/.test(id)
}

/**
 * Writes an id into a wrangler file and leaves every other byte as it is. The file is replaced as a whole, once wrangler
 * reads in the new one what was meant and nothing else. Throws a problem when it is not written so that this can be done.
 */
export function writeId(file: string, bound: BoundId): void {
  const target = realpathSync(file)
  const before = readFileSync(target, 'utf8')
  const draft = join(dirname(target), '.wrangler', `provision-${basename(target)}`)
  const meant = withId(parseToml(target), bound)
  try {
    mkdirSync(dirname(draft), { recursive: true })
    writeFileSync(draft, textWithId(before, bound))
    if (!isDeepStrictEqual(parseToml(draft), meant))
      throw new Error('it is laid out in another way')
    chmodSync(draft, statSync(target).mode)
    if (readFileSync(target, 'utf8') !== before) throw new Error('somebody changed it meanwhile')
    renameSync(draft, target)
  } catch (error) {
    const { env, table, binding, id } = bound
    throw new Problem(
      `${basename(file)} could not be changed: ${error instanceof Error ? error.message : error}. Nothing is lost: ` +
        `write ${idField[table]} = "${id}" for the binding ${binding} into [[env.${env}.${table}]] yourself, or mend ` +
        'that, and give the same command again.',
    )
  }
}

/** The text of a TOML file with an id in it. Unchanged where the binding's table is not found. */
export function textWithId(text: string, { env, table, binding, id }: BoundId): string {
  const lines = text.split(/(?<=\n)/)
  const [from, to] = blockOf(lines, `env.${env}.${table}`, binding)
  const field = new RegExp(`^(\\s*${idField[table]}\\s*=\\s*)(?:"[^"]*"|'[^']*')`)
  const at = lines.findIndex((line, n) => n >= from && n < to && field.test(line))
  if (at >= 0) lines[at] = lines[at]?.replace(field, `$1"${id}"`) ?? ''
  else if (from < to) {
    const end = lines[from]?.endsWith('\r\n') ? '\r\n' : '\n'
    lines.splice(from + 1, 0, `${idField[table]} = "${id}"${end}`)
  }
  return lines.join('')
}

// The lines of the binding's own table, its header first; none when there is no such table.
function blockOf(lines: readonly string[], table: string, binding: string): [number, number] {
  const header = /^\s*\[\[?\s*([^\]#]+?)\s*\]\]?\s*(?:#.*)?\s*$/
  const starts = lines.flatMap((line, n) => (header.test(line) ? [n] : []))
  const named = new RegExp(`^\\s*binding\\s*=\\s*["']${binding}["']`)
  for (const [n, from] of starts.entries()) {
    const to = starts[n + 1] ?? lines.length
    const name = header.exec(lines[from] ?? '')?.[1]?.replaceAll(/\s*\.\s*/g, '.')
    if (name === table && lines.slice(from, to).some((line) => named.test(line))) return [from, to]
  }
  return [0, 0]
}

function withId(raw: Raw, { env, table, binding, id }: BoundId): Raw {
  const copy = structuredClone(raw)
  const tables = part(part(part(copy, 'env'), env), table)
  const own = Array.isArray(tables) ? tables.find((one) => one.binding === binding) : undefined
  if (own !== undefined) own[idField[table]] = id
  return copy
}

function part(of: Raw | Raw[] | undefined, name: string): Raw | Raw[] | undefined {
  const found = of === undefined || Array.isArray(of) ? undefined : of[name]
  return typeof found === 'object' ? found : undefined
}
