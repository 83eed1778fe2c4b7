import { expect, test } from 'vitest'
import {
  nextName,
  type Release,
  releasesIn,
  withRelease,
} from '../../../../scripts/release/change-log.ts'
import { readProject } from '../../../support/project-files.ts'

const [older, newer] = ['0123456789abcdef0123456789abcdef01234567', 'f'.repeat(40)]

const text = `# Change log

Words before.

## [Unreleased]

### Settings

- A new one.

## [2026.11.1] - 2026-11-22

Commit \`${older}\`.

- The first.
`

test('the project’s own change log names the release before this work', () => {
  expect(releasesIn(readProject('CHANGELOG.md')).at(-1)).toEqual({
    name: '2026.11.1',
    date: '2026-11-22',
    commit: 'b0872b2edca580fdb8a3b9593e9840c66f09976c',
  })
})

test('what is unreleased becomes a release, above those that are recorded', () => {
  const release: Release = { name: '2026.11.2', date: '2026-11-23', commit: newer }
  const recorded = withRelease(text, release)
  expect(releasesIn(recorded)).toEqual([
    release,
    { name: '2026.11.1', date: '2026-11-22', commit: older },
  ])
  expect(recorded).toContain(
    `## [Unreleased]\n\n## [2026.11.2] - 2026-11-23\n\nCommit \`${newer}\`.\n\n### Settings\n\n- A new one.\n`,
  )
  expect(recorded.startsWith('# Change log\n\nWords before.\n')).toBe(true)
  expect(recorded.endsWith('- The first.\n')).toBe(true)
})

test('nothing is recorded where nothing is written, or a release has its name already', () => {
  const release: Release = { name: '2026.11.1', date: '2026-11-23', commit: newer }
  const empty = text.replace('### Settings\n\n- A new one.\n\n', '')
  expect(() => withRelease(empty, release)).toThrow('says nothing under "## [Unreleased]"')
  expect(() => withRelease(text, release)).toThrow('2026.11.1 stands above 2026.11.1')
  expect(() => withRelease('# Change log\n', release)).toThrow('no heading "## [Unreleased]"')
})

test.each([
  ['2026-11-30', '2026.11.2'],
  ['2026-12-01', '2026.12.1'],
  ['2027-11-01', '2027.11.1'],
])('a release of %s is called %s', (date, name) => {
  expect(nextName(releasesIn(text), date)).toBe(name)
})

test('numbers of a month are compared as numbers', () => {
  const entry = (name: string) => `## [${name}] - 2026-11-22\n\nCommit \`${older}\`.\n`
  const ten = `${entry('2026.11.10')}${entry('2026.11.9')}`
  expect(releasesIn(ten).map(({ name }) => name)).toEqual(['2026.11.10', '2026.11.9'])
  expect(nextName(releasesIn(ten), '2026-11-30')).toBe('2026.11.11')
  expect(() => releasesIn(`${entry('2026.11.9')}${entry('2026.11.10')}`)).toThrow('newest first')
})

test.each([
  ['## [2.7.0] - 2026-11-22', '"## [2.7.0] - 2026-11-22" should be like'],
  ['## [2026.13.1] - 2026-11-22', 'should be like'],
  ['## [2026.11.1]', 'should be like'],
  ['## [2026.11.1] - 2026-11-22\n\nCommit `b0872b2`.', 'release 2026.11.1 does not say its commit'],
])('a wrong entry is named: %j', (entry, said) => {
  expect(() => releasesIn(`# Change log\n\n${entry}\n`)).toThrow(said)
})
