import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Context, MerchantContext } from '../../../src/context.ts'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { allContexts } from '../../../src/operations/merchant-contexts.ts'
import type { ChunkHeader, UnitLine } from '../../../src/rules/copies/copy-lines.ts'
import { type Manifest, restoreSet } from '../../../src/rules/copies/manifest.ts'
import { copiedTables as tables } from '../../../src/store/copies/copied-tables.ts'
import { copyPosition } from '../../../src/store/copies/copy-position.ts'
import { watchedBinding } from '../../support/watched.ts'
import { rowsIn } from './service.ts'

/** The rows of each copied table, as sorted JSON. */
type Contents = Readonly<Record<string, readonly string[]>>

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
  return watchedBinding(real, async (run, name) => {
    const fault = name === 'put' ? Math.random() : 1
    if (fault < 0.05) throw new Error('the bucket does not answer')
    const answer = await run()
    if (fault < 0.1) throw new Error('the answer of the bucket was lost')
    return answer
  })
}

/** How long ago the bucket had everything, in seconds; null for never. */
export async function wholeAge({ db, now }: MerchantContext): Promise<number | null> {
  const wholeAt = (await copyPosition(db))?.wholeAt ?? null
  return wholeAt === null ? null : Math.floor(now() / 1000) - wholeAt
}

/** Copies what is left, and expects that the copies are what the databases have. */
export async function expectCopied(context: Context, databases: readonly D1Database[]) {
  const isWhole = async () => {
    const ages = await Promise.all(allContexts(context).map(wholeAge))
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
  const objects = manifest === null ? [] : restoreSet(manifest, Number.MAX_SAFE_INTEGER)
  if (manifest === null || objects.length === 0) return null
  const since = new Map<string, Unit>()
  const settled = new Map<string, Unit>()
  for (const { name } of objects) {
    for (const { header, units } of await chunksOf(`${database}/${manifest.line}/${name}`)) {
      for (const unit of units) {
        since.set(`${unit[0]} ${unit[1]}`, { unit, columns: header.columns })
      }
      if (!header.whole) continue
      for (const [key, one] of since) settled.set(key, one)
      since.clear()
    }
  }
  return contentsFrom([...settled.values()])
}

/** What the newest object of a database's copies has. */
export async function newestContents(database: string): Promise<Contents> {
  const manifest = await manifestOf(database)
  const chunks = await chunksOf(`${database}/${manifest?.line}/${manifest?.objects.at(-1)?.name}`)
  return contentsFrom(
    chunks.flatMap(({ header, units }) => units.map((unit) => ({ unit, columns: header.columns }))),
  )
}

type Unit = { readonly unit: UnitLine; readonly columns: ChunkHeader['columns'] }

function contentsFrom(units: readonly Unit[]): Contents {
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

type Chunk = { readonly header: ChunkHeader; readonly units: readonly UnitLine[] }

async function chunksOf(key: string): Promise<readonly Chunk[]> {
  const object = await env.ARCHIVE.get(key)
  if (object === null) throw new Error(`no object ${key}`)
  const text = new TextDecoder().decode(gunzipSync(new Uint8Array(await object.arrayBuffer())))
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const chunks: Chunk[] = []
  while (lines.length > 0) {
    const header = lines.shift() as ChunkHeader
    chunks.push({ header, units: lines.splice(0, header.units) as UnitLine[] })
  }
  return chunks
}
