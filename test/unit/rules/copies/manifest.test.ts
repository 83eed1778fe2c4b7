import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CopyObject,
  isScanDue,
  type Manifest,
  newManifest,
  nextMerge,
  restorable,
  withLarge,
  withMerged,
  withObject,
  withoutOld,
  withScan,
} from '../../../../src/rules/copies/manifest.ts'
import { forAll } from '../../../support/property.ts'

const day = 86_400
const always = Number.MAX_SAFE_INTEGER

function added(manifest: Manifest, at: number, whole: boolean, bytes = 1000): Manifest {
  const object: CopyObject = {
    ...{ name: `${manifest.next}`, first: manifest.next, bytes, sha256: '', level: 0 },
    ...{ units: 1, rows: 2, from: at, to: at, wholeAt: whole ? at : null },
  }
  return withObject(manifest, object, at)
}

function scanned(manifest: Manifest): Manifest {
  return { ...manifest, scan: manifest.scan && { ...manifest.scan, kind: null } }
}

function merged(manifest: Manifest): Manifest {
  const merge = nextMerge(manifest)
  if (merge === null) return manifest
  if (merge.kind === 'large') return withLarge(manifest, merge.objects)
  const bytes = merge.objects.reduce((sum, object) => sum + object.bytes, 0)
  const name = merge.objects.map((object) => object.name).join('+')
  return withMerged(manifest, merge.objects, { name, bytes, sha256: '' })
}

test('a line is restored from once a scan has ended with a whole chunk', () => {
  let manifest = newManifest('DB', 'a', 1, 'merchants')
  manifest = added(added(manifest, 1, true), 2, false)
  expect(restorable(manifest, always)).toBeNull()
  manifest = added(scanned(manifest), 3, false)
  expect(restorable(manifest, always)).toBeNull()
  manifest = added(added(manifest, 4, true), 5, false)
  expect(restorable(manifest, always)).toMatchObject({ first: 1, wholeAt: 4 })
  expect(restorable(manifest, always)?.objects.map(({ name }) => name)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(restorable(manifest, 3)).toBeNull()
})

test('whatever is put together, what a restore reads is the same, and some hundred objects', () => {
  const minute = fc.record({ whole: fc.boolean(), large: fc.integer({ min: 0, max: 19 }) })
  forAll([fc.array(minute, { minLength: 100, maxLength: 3000 })], 20, (minutes) => {
    let manifest = scanned(newManifest('DB', 'a', 0, 'merchants'))
    let wholeAt: number | null = null
    let large = 0
    for (const [place, one] of minutes.entries()) {
      const bytes = one.large === 0 ? 20_000_000 : 100_000
      if (one.large === 0) large += 1
      manifest = merged(added(manifest, place * 60, one.whole, bytes))
      if (one.whole) wholeAt = place * 60
    }
    const names = manifest.objects.flatMap(({ name }) => name.split('+'))
    expect(names).toEqual(minutes.map((_, place) => String(place + 1)))
    expect(restorable(manifest, always)?.wholeAt ?? null).toBe(wholeAt)
    expect(manifest.objects.length).toBeLessThan(60 + 24 + 3 * large + minutes.length / 100)
    for (const name of manifest.unneeded) {
      expect(manifest.objects.map((object) => object.name)).not.toContain(name)
    }
  })
})

test('everything is scanned again after thirty days, and what lies before the scan before goes', () => {
  let manifest = added(scanned(newManifest('DB', 'a', 0, 'merchants')), 0, true)
  expect(isScanDue(manifest, 30 * day - 1)).toBe(false)
  for (const month of [1, 2, 3]) {
    const at = month * (30 * day + 60)
    expect(isScanDue(manifest, at)).toBe(true)
    manifest = withScan(manifest, at, 'merchants')
    expect(isScanDue(manifest, at + 60 * day)).toBe(false)
    // Until the scan has ended, a restore goes by the one before.
    manifest = added(manifest, at, true)
    expect(restorable(manifest, always)?.first).toBe(manifest.bases.at(-1)?.first)
    manifest = withoutOld(added(scanned(manifest), at + 60, true))
  }
  expect(manifest.bases).toHaveLength(2)
  expect(manifest.objects[0]?.first).toBe(manifest.bases[0]?.first)
  expect(manifest.unneeded).toEqual(['1', '2', '3'])
  // Back to a time that is a month ago.
  const before = 2 * (30 * day + 60) + 60
  expect(restorable(manifest, before + 29 * day)).toMatchObject({ wholeAt: before })
})
