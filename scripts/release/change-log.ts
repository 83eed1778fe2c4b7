import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../command/problem.ts'

/** A release as CHANGELOG.md records it. */
export type RecordedRelease = {
  /** Year, month and the release's number in that month: `2026.11.1`. */
  readonly name: string
  /** The day of the release in Taipei, `YYYY-MM-DD`. */
  readonly date: string
  /** The released commit: 40 hexadecimal digits. A later commit records it in the change log. */
  readonly commit: string
}

export const changeLogFile = 'CHANGELOG.md'

/** The releases that a project's change log records, newest first. Throws a problem if the change log is malformed. */
export async function recordedReleases(root: string): Promise<readonly RecordedRelease[]> {
  const text = await readFile(join(root, changeLogFile), 'utf8').catch(() => {
    throw new Problem(`There is no ${changeLogFile} in ${root}.`)
  })
  return releasesIn(text)
}

const unreleased = '## [Unreleased]'
const entryPattern =
  /^## \[(?<name>\d{4}\.(?:[1-9]|1[0-2])\.[1-9]\d*)\] - (?<date>\d{4}-\d\d-\d\d)\n\nCommit `(?<commit>[0-9a-f]{40})`\.\n/

/**
 * The releases of a change log, newest first. Throws a problem that names the entry if one is malformed, out of order or
 * duplicated.
 */
export function releasesIn(text: string): readonly RecordedRelease[] {
  const releases = entriesIn(text).map((entry) => {
    const { name, date, commit } = entryPattern.exec(entry)?.groups ?? {}
    if (name && date && commit) return { name, date, commit }
    throw new Problem(
      `${changeLogFile}: "${entry.split('\n')[0]}" should be like "## [2026.11.1] - 2026-11-22" (year, month, number), ` +
        'an empty line, and "Commit `<40 hexadecimal digits>`."',
    )
  })
  for (const [index, { name }] of releases.entries()) {
    const newer = releases[index - 1]?.name
    if (newer !== undefined && byNumber.compare(newer, name) <= 0) {
      throw new Problem(
        `${changeLogFile}: release ${newer} is above ${name}, but the newest must be first.`,
      )
    }
  }
  return releases
}

/** The name of the next release on a day (`YYYY-MM-DD`), after the recorded ones. */
export function nextName(releases: readonly RecordedRelease[], date: string): string {
  const [year = '', month = ''] = date.split('-')
  const prefix = `${year}.${Number(month)}.`
  const newest = releases.find(({ name }) => name.startsWith(prefix))?.name ?? `${prefix}0`
  return `${prefix}${Number(newest.slice(prefix.length)) + 1}`
}

/**
 * The change log with the entries of "Unreleased" moved to a release. Throws a problem if there are none.
 */
export function withRelease(text: string, { name, date, commit }: RecordedRelease): string {
  const [before = '', after, ...more] = text.split(`${unreleased}\n`)
  const [entry = '', ...older] = after?.split(/^(?=## )/m) ?? []
  if (after === undefined || more.length > 0) {
    throw new Problem(`${changeLogFile} has no heading "${unreleased}", or more than one.`)
  }
  if (!/^\s*- /m.test(entry)) {
    throw new Problem(
      `${changeLogFile} has no entry under "${unreleased}": write down what an operator must know to upgrade.`,
    )
  }
  const recorded = `## [${name}] - ${date}\n\nCommit \`${commit}\`.\n\n${entry.trim()}\n`
  const result = [`${before}${unreleased}\n`, recorded, ...older].map((part) => part.trimEnd())
  const written = `${result.join('\n\n')}\n`
  releasesIn(written)
  return written
}

// 2026.11.10 is newer than 2026.11.9.
const byNumber = new Intl.Collator('en', { numeric: true })

function entriesIn(text: string): readonly string[] {
  const parts = text.split(/^(?=## )/m)
  return parts.filter((part) => part.startsWith('## ') && !part.startsWith(unreleased))
}
