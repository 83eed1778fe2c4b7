import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../command/problem.ts'

/** A release as CHANGELOG.md records it. */
export type RecordedRelease = {
  /** Year, month and the release's number in that month: `2026.11.1`. */
  readonly name: string
  /** The day of the release in Taipei, `YYYY-MM-DD`. */
  readonly date: string
  /** The commit that holds its code: 40 hexadecimal digits. The change log names it in a later commit. */
  readonly commit: string
}

export const changeLogFile = 'CHANGELOG.md'

/** The recorded releases of a project's folder, newest first. Throws a problem where the change log is not as it should be. */
export async function recordedReleases(root: string): Promise<readonly RecordedRelease[]> {
  const text = await readFile(join(root, changeLogFile), 'utf8').catch(() => {
    throw new Problem(`There is no ${changeLogFile} in ${root}.`)
  })
  return releasesIn(text)
}

const unreleased = '## [Unreleased]'
const form =
  /^## \[(?<name>\d{4}\.(?:[1-9]|1[0-2])\.[1-9]\d*)\] - (?<date>\d{4}-\d\d-\d\d)\n\nCommit `(?<commit>[0-9a-f]{40})`\.\n/

/**
 * The releases of a change log, newest first. Throws a problem that names the entry when one has another form, or when a
 * newer one stands below an older one, or below itself.
 */
export function releasesIn(text: string): readonly RecordedRelease[] {
  const releases = entriesIn(text).map((entry) => {
    const { name, date, commit } = form.exec(entry)?.groups ?? {}
    if (name && date && commit) return { name, date, commit }
    throw new Problem(
      `${changeLogFile}: "${entry.split('\n')[0]}" should be like "## [2026.11.1] - 2026-11-22" (year, month, number), ` +
        'an empty line, and "Commit `<40 hexadecimal digits>`."',
    )
  })
  for (const [index, { name }] of releases.entries()) {
    const newer = releases[index - 1]?.name
    if (newer !== undefined && inOrder.compare(newer, name) <= 0) {
      throw new Problem(`${changeLogFile}: release ${newer} stands above ${name}: newest first.`)
    }
  }
  return releases
}

/** The name of the next release on a day (`YYYY-MM-DD`), after those that are recorded. */
export function nextName(releases: readonly RecordedRelease[], date: string): string {
  const [year = '', month = ''] = date.split('-')
  const begins = `${year}.${Number(month)}.`
  const newest = releases.find(({ name }) => name.startsWith(begins))?.name ?? `${begins}0`
  return `${begins}${Number(newest.slice(begins.length)) + 1}`
}

/**
 * The change log with what stands under "Unreleased" recorded as a release, and "Unreleased" empty. Throws a problem
 * when there is nothing to release.
 */
export function withRelease(text: string, { name, date, commit }: RecordedRelease): string {
  const [before = '', after, ...more] = text.split(`${unreleased}\n`)
  const [entry = '', ...older] = after?.split(/^(?=## )/m) ?? []
  if (after === undefined || more.length > 0) {
    throw new Problem(`${changeLogFile} has no heading "${unreleased}", or more than one.`)
  }
  if (!/^\s*- /m.test(entry)) {
    throw new Problem(
      `${changeLogFile} says nothing under "${unreleased}": write what an operator who upgrades has to know.`,
    )
  }
  const recorded = `## [${name}] - ${date}\n\nCommit \`${commit}\`.\n\n${entry.trim()}\n`
  const result = [`${before}${unreleased}\n`, recorded, ...older].map((part) => part.trimEnd())
  const written = `${result.join('\n\n')}\n`
  releasesIn(written)
  return written
}

// Numbers in texts are compared as numbers: 2026.11.10 is newer than 2026.11.9.
const inOrder = new Intl.Collator('en', { numeric: true })

function entriesIn(text: string): readonly string[] {
  const parts = text.split(/^(?=## )/m)
  return parts.filter((part) => part.startsWith('## ') && !part.startsWith(unreleased))
}
