import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Problem, reasonOf } from '../command/problem.ts'
import { parseToml, type Toml } from './configuration.ts'

/** The id of the resource of an environment's binding. */
export type BoundId = {
  readonly env: string
  readonly table: 'd1_databases' | 'kv_namespaces'
  readonly binding: string
  readonly id: string
}

/** The member of a binding's table that has its id. */
export const idField = { d1_databases: 'database_id', kv_namespaces: 'id' } as const

/** The id in a wrangler file; null for a placeholder: absent, empty or zeros. */
export function statedId(id: unknown): string | null {
  return typeof id === 'string' && !/^[0-]*$/.test(id) ? id : null
}

/**
 * Writes an id into a wrangler file without changing another byte. The file is replaced as a whole after wrangler's parser
 * has read the expected content from the draft. Throws a problem if the layout of the file does not allow this.
 */
export function writeId(file: string, bound: BoundId): void {
  const { env, table, binding, id } = bound
  const draft = join(dirname(file), '.wrangler', `provision-${basename(file)}`)
  try {
    mkdirSync(dirname(draft), { recursive: true })
    writeFileSync(draft, textWithId(readFileSync(file, 'utf8'), bound))
    chmodSync(draft, statSync(file).mode)
    if (!isDeepStrictEqual(parseToml(draft), withId(parseToml(file), bound))) {
      throw new Error('its layout is not supported')
    }
    renameSync(draft, file)
  } catch (error) {
    throw new Problem(
      `${basename(file)} could not be changed: ${reasonOf(error)}. Write ${idField[table]} = "${id}" for the binding ` +
        `${binding} into [[env.${env}.${table}]] yourself, or correct the cause, and repeat the command.`,
    )
  }
}

/** The text of a TOML file with an id set in the binding's table. */
export function textWithId(text: string, { env, table, binding, id }: BoundId): string {
  const header = `[[env.${env}.${table}]]`
  const isBinding = new RegExp(`^binding\\s*=\\s*["']${binding}["']`, 'm')
  const field = new RegExp(`^${idField[table]}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'm')
  const line = `${idField[table]} = "${id}"`
  const parts = text.split(/^(?=\[)/m).map((part) => {
    if (!part.startsWith(header) || !isBinding.test(part)) return part
    return field.test(part) ? part.replace(field, line) : part.replace(header, `${header}\n${line}`)
  })
  return parts.join('')
}

function withId(raw: Toml, { env, table, binding, id }: BoundId): Toml {
  const copy = structuredClone(raw)
  for (const entry of copy.env?.[env]?.[table] ?? []) {
    if (entry.binding === binding) entry[idField[table]] = id
  }
  return copy
}
