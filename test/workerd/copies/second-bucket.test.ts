import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { copyDatabases } from '../../../src/operations/copies/copy-databases.ts'
import { mirroredBucket } from '../../../src/platform/mirrored-bucket.ts'
import { wholeAge } from '../support/copies.ts'
import { aCollection, aContext, aMerchant, rows } from '../support/service.ts'

// A second bucket has what the first one has; a write counts once both have it.

/** A part of the test's bucket as a bucket of its own, which may refuse writes. */
function second(state: { isDown: boolean }): R2Bucket {
  const named = (key: string) => `second/${key}`
  return new Proxy(env.ARCHIVE, {
    get(target, name) {
      if (name === 'put') {
        return async (key: string, body: Uint8Array, options: R2PutOptions) => {
          if (state.isDown) throw new Error('the second bucket is down')
          return target.put(named(key), body, options)
        }
      }
      if (name === 'delete') {
        return (keys: string | string[]) => target.delete([keys].flat().map(named))
      }
      return Reflect.get(target, name)
    },
  })
}

async function objectsOf(prefix: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const { objects } = await env.ARCHIVE.list({ prefix: `${prefix}DB/` })
  for (const { key, etag } of objects) found[key.slice(prefix.length)] = etag
  return found
}

test('a second bucket has each object of the first one, also after it was down', async () => {
  await rows('delete from copy_position')
  const { keys } = Object.groupBy(
    (await env.ARCHIVE.list({ prefix: 'DB/' })).objects.map(({ key }) => key),
    () => 'keys' as const,
  )
  await env.ARCHIVE.delete(keys ?? [])
  const state = { isDown: false }
  const faults: unknown[] = []
  let nowMs = Date.now()
  const context = aContext({
    now: () => nowMs,
    archive: mirroredBucket(env.ARCHIVE, second(state)),
    log: (entry) => {
      if ('fault' in entry) faults.push(entry)
    },
  })
  const shop = await aMerchant()
  await aCollection(shop)
  await copyDatabases(context)
  expect(await objectsOf('second/')).toEqual(await objectsOf(''))

  state.isDown = true
  await aCollection(shop)
  nowMs += 60_000
  await copyDatabases(context)
  expect(faults).toMatchObject([{ event: 'copy_failed', database: 0 }])
  expect(await wholeAge(context)).toBe(60)

  state.isDown = false
  nowMs += 60_000
  await copyDatabases(context)
  expect(await wholeAge(context)).toBe(0)
  const [first, mirrored] = [await objectsOf(''), await objectsOf('second/')]
  // What the run that failed had put into the first one alone is named by no manifest.
  expect(first).toMatchObject(mirrored)
  expect(mirrored['DB/lines.json']).toBe(first['DB/lines.json'])
  const [line = ''] = Object.keys(mirrored).filter((key) => key.endsWith('manifest.json'))
  expect(mirrored[line]).toBe(first[line])
})
