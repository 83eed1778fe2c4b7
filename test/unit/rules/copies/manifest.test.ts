import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deletableObjects,
  isScanDue,
  type Manifest,
  newManifest,
  objectBytesMax,
  openObject,
  restoreSet,
  withObject,
  withScan,
} from '../../../../src/rules/copies/manifest.ts'
import { forAll } from '../../../support/property.ts'

const day = 86_400
const always = Number.MAX_SAFE_INTEGER

// The names of objects are the times of their chunks.
function added(manifest: Manifest, at: number, isWhole: boolean, bytes = 1000): Manifest {
  const open = openObject(manifest)
  const object = {
    number: open?.number ?? manifest.next,
    name: [...(open === null ? [] : [open.name]), at].join('+'),
    bytes: (open?.bytes ?? 0) + bytes,
    sha256: '',
    from: open?.from ?? at,
    wholeAt: isWhole ? at : (open?.wholeAt ?? null),
  }
  return withObject({ ...manifest, endsWhole: isWhole }, object, at)
}

function scanned(manifest: Manifest): Manifest {
  return { ...manifest, scan: manifest.scan && { ...manifest.scan, mark: null } }
}

function chunksIn(manifest: Manifest, until: number): readonly string[] {
  return restoreSet(manifest, until).flatMap(({ name }) => name.split('+'))
}

test('a line is restored from once it has a whole chunk', () => {
  let manifest = newManifest('DB', 'a')
  manifest = added(added(manifest, 1, false), 2, false)
  expect(chunksIn(manifest, always)).toEqual([])
  manifest = added(added(manifest, 4, true, objectBytesMax), 5, false)
  expect(chunksIn(manifest, always)).toEqual(['1', '2', '4'])
  expect(chunksIn(manifest, 3)).toEqual([])
})

test('whatever is put together, a restore reads every chunk up to the last whole one, in large objects', () => {
  const minute = fc.record({ isWhole: fc.boolean(), large: fc.integer({ min: 0, max: 19 }) })
  forAll([fc.array(minute, { minLength: 100, maxLength: 3000 })], 20, (minutes) => {
    let manifest = newManifest('DB', 'a')
    let last = 0
    let bytes = 0
    for (const [place, { isWhole, large }] of minutes.entries()) {
      const size = large === 0 ? 20_000_000 : 100_000
      bytes += size
      manifest = added(manifest, place + 1, isWhole, size)
      if (isWhole) last = place + 1
    }
    const all = minutes.map((_, place) => String(place + 1))
    expect(manifest.objects.flatMap(({ name }) => name.split('+'))).toEqual(all)
    expect(chunksIn(manifest, always).slice(0, last)).toEqual(all.slice(0, last))
    expect(manifest.objects.length).toBeLessThanOrEqual(bytes / objectBytesMax + 1)
    const names = new Set(manifest.objects.map(({ name }) => name))
    expect(manifest.unneeded.filter(({ name }) => names.has(name))).toEqual([])
  })
})

test('what was put together is kept for an hour', () => {
  let manifest = newManifest('DB', 'a')
  for (const at of [0, 60, 120]) manifest = added(manifest, at, true)
  expect(deletableObjects(manifest, 3659)).toEqual([])
  expect(deletableObjects(manifest, 3660)).toEqual([{ name: '0', since: 60 }])
})

test('everything is scanned again after thirty days, and what lies before the scan before goes', () => {
  let manifest = added(newManifest('DB', 'a'), 0, true)
  expect(isScanDue(manifest, 30 * day - 1)).toBe(false)
  const times = [1, 2, 3].map((month) => month * (30 * day + 60))
  for (const [place, at] of times.entries()) {
    expect(isScanDue(manifest, at)).toBe(true)
    manifest = withScan(manifest)
    expect(isScanDue(manifest, at + 60 * day)).toBe(false)
    // Until the scan has ended, a restore goes by the one before.
    manifest = added(manifest, at, true)
    expect(manifest.bases).toHaveLength(Math.min(place + 1, 2))
    manifest = added(scanned(manifest), at + 60, true)
  }
  const [first = 0, second = 0, third = 0] = times
  expect(manifest.bases.map(({ at }) => at)).toEqual([second + 60, third + 60])
  expect(chunksIn(manifest, always)).toEqual([`${third}`, `${third + 60}`])
  expect(manifest.objects[0]?.from).toBe(second)
  expect(manifest.unneeded.map(({ name }) => name)).toContain(`${first}+${first + 60}`)
  // Back to a time that is a month ago.
  expect(chunksIn(manifest, second + 29 * day)).toEqual([`${second}`, `${second + 60}`])
})
