import { expect, test } from 'vitest'
import {
  bounds,
  compareVersions,
  type VersionFigures,
} from '../../../../scripts/release/compare-versions.ts'

const usual: VersionFigures = { requests: 1000, errors: 2, p50Ms: 40, p95Ms: 120 }

test.each<[string, VersionFigures, VersionFigures | null, readonly string[]]>([
  ['as the previous one', usual, usual, []],
  ['five times as slow', { ...usual, p50Ms: 200, p95Ms: 600 }, usual, ['the median', 'the 95th']],
  ['slow for some', { ...usual, p95Ms: 600 }, usual, ['the 95th']],
  ['twice as slow', { ...usual, p50Ms: 80, p95Ms: 240 }, usual, []],
  ['slower by a few milliseconds', { ...usual, p50Ms: 6 }, { ...usual, p50Ms: 1 }, []],
  ['failing a little', { ...usual, errors: 10 }, usual, []],
  ['failing', { ...usual, errors: 11 }, usual, ['11 of 1000 requests']],
  ['failing as the previous one', { ...usual, errors: 60 }, { ...usual, errors: 30 }, []],
  ['failing more than that', { ...usual, errors: 61 }, { ...usual, errors: 30 }, ['(6.1 %)']],
  ['alone', usual, null, []],
  ['alone and failing', { ...usual, errors: 11 }, null, ['11 of 1000 requests']],
  ['beside one of few requests', { ...usual, p50Ms: 900 }, { ...usual, requests: 49 }, []],
])('a version %s', (_, version, before, worse) => {
  const comparison = compareVersions(version, before)
  const found = comparison.kind === 'compared' ? comparison.worse : null
  expect(found).toEqual(worse.map((one) => expect.stringContaining(one)))
})

test('few requests, or none, are inconclusive', () => {
  const few = { ...usual, requests: bounds.requestsMin - 1, errors: bounds.requestsMin - 1 }
  for (const version of [few, null]) {
    expect(compareVersions(version, usual)).toMatchObject({ kind: 'too_few' })
  }
})
