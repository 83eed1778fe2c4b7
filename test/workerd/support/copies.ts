import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { copyAge } from '../../../src/operations/copies/copy-age.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { allContexts } from '../../../src/operations/merchant-contexts.ts'
import type { ChunkHeader, UnitLine } from '../../../src/rules/copies/copy-lines.ts'
import { type Manifest, restorable } from '../../../src/rules/copies/manifest.ts'
import { copiedKinds } from '../../../src/store/copies/copied-kinds.ts'
import { rowsIn } from './service.ts'

/** The rows of each copied table, as sorted JSON. */
export type Contents = Readonly<Record<string, readonly string[]>>

const tables = [
  ...new Set(copiedKinds.flatMap((kind) => kind.tables.map((table) => table.name))),
].sort()

/** What a database has in the tables that are copied. */
export async function contentsOf(database: D1Database): Promise<Contents> {
  const contents: Record<string, string[]> = {}
  for (const table of tables) {
    // What a file before has left running may have written an attempt at an order that is gone.
    const of =
      table === 'callback_attempts' ? 'where order_id in (select order_id from events)' : ''
    const rows = await rowsIn<object>(database, `select * from ${table} ${of}`)
    contents[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return contents
}

/** The manifest of the newest line of a database's copies; null where it has none. */
export async function manifestOf(database: string): Promise<Manifest | null> {
  const lines = await env.ARCHIVE.get(`${database}/lines.json`)
  const names = lines === null ? [] : (await lines.json<{ lines: string[] }>()).lines
  const found = await env.ARCHIVE.get(`${database}/${names.at(-1)}/manifest.json`)
  return found && (await found.json<Manifest>())
}

/** A bucket that loses one of ten writes, or its answer. */
export function faultyBucket(real: R2Bucket): R2Bucket {
  return new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        const fault = name === 'put' ? Math.random() : 1
        if (fault < 0.05) throw new Error('the bucket does not answer')
        const answer = await value.apply(target, given)
        if (fault < 0.1) throw new Error('the answer of the bucket was lost')
        return answer
      }
    },
  })
}

/** Copies what is left, and expects that the copies are what the databases have. */
export async function expectCopied(context: Context, databases: readonly D1Database[]) {
  const isWhole = async () => {
    const ages = await Promise.all(allContexts(context).map(copyAge))
    return !ages.includes(null)
  }
  const faults: unknown[] = []
  const log = (entry: object) => {
    if ('fault' in entry) faults.push(entry)
  }
  do await copyDatabases({ ...context, log })
  while (!(await isWhole()))
  expect(faults).toEqual([])
  for (const [number, database] of databases.entries()) {
    const name = number === 0 ? 'DB' : `DB_${number}`
    expect(await copiedContents(name)).toEqual(await contentsOf(database))
  }
}

/** What a restore would have: the newest copy of each unit, as of the last whole chunk. Null where there is none. */
export async function copiedContents(database: string): Promise<Contents | null> {
  const manifest = await manifestOf(database)
  const found = manifest && restorable(manifest, Number.MAX_SAFE_INTEGER)
  if (manifest === null || found === null) return null
  const since = new Map<string, Copied>()
  const settled = new Map<string, Copied>()
  for (const { name } of found.objects) {
    const lines = await linesOf(`${database}/${manifest.line}/${name}`)
    let header: ChunkHeader | undefined
    let left = 0
    for (const line of lines) {
      if (left === 0) {
        header = line as ChunkHeader
        left = header.units
      } else {
        const unit = line as UnitLine
        since.set(`${unit[0]} ${unit[1]}`, { unit, columns: header?.columns ?? {} })
        left -= 1
      }
      if (left === 0 && header?.whole) {
        for (const [key, one] of since) settled.set(key, one)
        since.clear()
      }
    }
  }
  return contentsFrom([...settled.values()])
}

type Copied = { readonly unit: UnitLine; readonly columns: ChunkHeader['columns'] }

function contentsFrom(units: readonly Copied[]): Contents {
  const contents: Record<string, string[]> = Object.fromEntries(tables.map((name) => [name, []]))
  for (const { unit, columns } of units) {
    for (const [table, rows] of Object.entries(unit[2])) {
      const names = columns[table] ?? []
      for (const values of rows) {
        const row = Object.fromEntries(names.map((name, place) => [name, values[place]]))
        contents[table]?.push(JSON.stringify(row))
      }
    }
  }
  for (const rows of Object.values(contents)) rows.sort()
  return contents
}

async function linesOf(key: string): Promise<readonly unknown[]> {
  const object = await env.ARCHIVE.get(key)
  if (object === null) throw new Error(`no object ${key}`)
  const bytes = await object.arrayBuffer()
  const text = new TextDecoder().decode(gunzipSync(new Uint8Array(bytes)))
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
