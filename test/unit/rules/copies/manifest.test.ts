import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isScanDue,
  type Manifest,
  newManifest,
  nextMerge,
  restorable,
  withMerged,
  withObject,
  withScan,
} from '../../../../src/rules/copies/manifest.ts'
import { forAll } from '../../../support/property.ts'

const day = 86_400
const always = Number.MAX_SAFE_INTEGER

function added(manifest: Manifest, at: number, whole: boolean, bytes = 1000): Manifest {
  const { next } = manifest
  const wholeAt = whole ? at : null
  return withObject(manifest, {
    name: `${next}`,
    first: next,
    bytes,
    sha256: '',
    from: at,
    wholeAt,
  })
}

function scanned(manifest: Manifest): Manifest {
  return { ...manifest, scan: manifest.scan && { ...manifest.scan, mark: null } }
}

function merged(manifest: Manifest): Manifest {
  const parts = nextMerge(manifest)
  const bytes = parts.reduce((sum, object) => sum + object.bytes, 0)
  const name = parts.map((object) => object.name).join('+')
  return withMerged(manifest, parts, { name, bytes, sha256: '' })
}

function namesOf(manifest: Manifest, until: number): readonly string[] {
  return restorable(manifest, until).map(({ name }) => name)
}

test('a line is restored from once it has a whole chunk', () => {
  let manifest = newManifest('DB', 'a')
  manifest = added(added(manifest, 1, false), 2, false)
  expect(namesOf(manifest, always)).toEqual([])
  manifest = added(added(manifest, 4, true), 5, false)
  expect(namesOf(manifest, always)).toEqual(['1', '2', '3'])
  expect(namesOf(manifest, 3)).toEqual([])
})

test('whatever is put together, what a restore reads is the same, and some hundred objects', () => {
  const minute = fc.record({ whole: fc.boolean(), large: fc.integer({ min: 0, max: 19 }) })
  forAll([fc.array(minute, { minLength: 100, maxLength: 3000 })], 20, (minutes) => {
    let manifest = newManifest('DB', 'a')
    let last = 0
    let large = 0
    for (const [place, one] of minutes.entries()) {
      const bytes = one.large === 0 ? 20_000_000 : 100_000
      if (one.large === 0) large += 1
      manifest = merged(added(manifest, place * 60, one.whole, bytes))
      if (one.whole) last = place + 1
    }
    const names = manifest.objects.flatMap(({ name }) => name.split('+'))
    expect(names).toEqual(minutes.map((_, place) => String(place + 1)))
    const read = namesOf(manifest, always).flatMap((name) => name.split('+'))
    expect(read.slice(0, last)).toEqual(names.slice(0, last))
    expect(restorable(manifest, always).at(-1)?.wholeAt ?? null).toBe(
      last === 0 ? null : (last - 1) * 60,
    )
    expect(manifest.objects.length).toBeLessThan(60 + 24 + 3 * large + minutes.length / 100)
    const standing = new Set(manifest.objects.map(({ name }) => name))
    expect(manifest.unneeded.filter((name) => standing.has(name))).toEqual([])
  })
})

test('everything is scanned again after thirty days, and what lies before the scan before goes', () => {
  let manifest = added(newManifest('DB', 'a'), 0, true)
  expect(isScanDue(manifest, 30 * day - 1)).toBe(false)
  for (const month of [1, 2, 3]) {
    const at = month * (30 * day + 60)
    expect(isScanDue(manifest, at)).toBe(true)
    manifest = withScan(manifest)
    expect(isScanDue(manifest, at + 60 * day)).toBe(false)
    // Until the scan has ended, a restore goes by the one before.
    manifest = added(manifest, at, true)
    expect(manifest.bases).toHaveLength(Math.min(month, 2))
    manifest = added(scanned(manifest), at + 60, true)
  }
  expect(manifest.bases.map(({ first }) => first)).toEqual([4, 6])
  expect(manifest.objects[0]?.name).toBe('4')
  expect(manifest.unneeded).toEqual(['1', '2', '3'])
  // Back to a time that is a month ago.
  const before = 2 * (30 * day + 60) + 60
  expect(namesOf(manifest, before + 29 * day).at(-1)).toBe('5')
})
