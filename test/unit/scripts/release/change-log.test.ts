import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  nextName,
  type RecordedRelease,
  recordedReleases,
  releasesIn,
  withRelease,
} from '../../../../scripts/release/change-log.ts'
import { recordRelease } from '../../../../scripts/release/record.ts'
import { readProject } from '../../../support/project-files.ts'

const older: RecordedRelease = { name: '2026.11.9', date: '2026-11-22', commit: '0'.repeat(40) }
const newer: RecordedRelease = { name: '2026.11.10', date: '2026-11-23', commit: 'f'.repeat(40) }

const before = '# Change log\n\nWords before.\n\n## [Unreleased]\n'
const changes = '### Settings\n\n- A new one.\n'
const entry = ({ name, date, commit }: RecordedRelease) =>
  `## [${name}] - ${date}\n\nCommit \`${commit}\`.\n`
const text = `${before}\n${changes}\n${entry(older)}\n- The first.\n`

test('the project’s own change log can be read', () => {
  expect(() => releasesIn(readProject('CHANGELOG.md'))).not.toThrow()
})

test('what is unreleased becomes a release, above those that are recorded', () => {
  const recorded = withRelease(text, newer)
  expect(releasesIn(recorded)).toEqual([newer, older])
  expect(recorded).toBe(`${before}\n${entry(newer)}\n${changes}\n${entry(older)}\n- The first.\n`)
})

test('the change log of a folder records a commit under the next name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'change-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'CHANGELOG.md'), text)
  const next = await recordRelease(folder, newer.commit)
  const [release] = await recordedReleases(folder)
  expect(release?.commit).toBe(newer.commit)
  expect(next).toContain(`git tag v${release?.name} ${newer.commit}`)
})

test('nothing is recorded where nothing is written, or a release has its name already', () => {
  expect(() => withRelease(text.replace(changes, ''), newer)).toThrow('has no entry under')
  expect(() => withRelease(text, older)).toThrow('2026.11.9 is above 2026.11.9')
  expect(() => withRelease('# Change log\n', newer)).toThrow('no heading "## [Unreleased]"')
})

test.each([
  ['2026-11-30', '2026.11.11'],
  ['2026-12-01', '2026.12.1'],
  ['2027-11-01', '2027.11.1'],
])('a release of %s is called %s: numbers of a month are compared as numbers', (date, name) => {
  expect(nextName([newer, older], date)).toBe(name)
  expect(() => releasesIn(`${entry(older)}\n${entry(newer)}`)).toThrow('the newest must be first')
})

test.each([
  entry({ ...older, name: '2.7.0' }),
  entry({ ...older, name: '2026.13.1' }),
  '## [2026.11.1]',
  entry({ ...older, commit: 'b0872b2' }),
])('an entry in another form is named: %j', (wrong) => {
  expect(() => releasesIn(`# Change log\n\n${wrong}\n`)).toThrow('should be like')
})
