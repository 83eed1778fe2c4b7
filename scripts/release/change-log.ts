import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../provision/problem.ts'

/** A release as CHANGELOG.md records it. */
export type Release = {
  /** Year, month and the release's number in that month: `2026.11.1`. */
  readonly name: string
  /** The day of the release in Taipei, `YYYY-MM-DD`. */
  readonly date: string
  /** The commit that holds its code: 40 hexadecimal digits. The change log tells it in a later commit. */
  readonly commit: string
}

export const changeLogFile = 'CHANGELOG.md'

/** The recorded releases of a project's folder, newest first. Throws a sentence where the change log is not as it should be. */
export async function recordedReleases(root: string): Promise<readonly Release[]> {
  const text = await readFile(join(root, changeLogFile), 'utf8').catch(() => {
    throw new Problem(`There is no ${changeLogFile} in ${root}.`)
  })
  return releasesIn(text)
}

const heading = /^## \[(.*?)\](.*)$/gm
const unreleased = 'Unreleased'
const namePattern = /^\d{4}\.(?:[1-9]|1[0-2])\.[1-9]\d*$/

/**
 * The releases of a change log, newest first. Throws a sentence that names the entry when one has no name, date or
 * commit in their forms, when two have one name, or when a newer one stands below an older one.
 */
export function releasesIn(text: string): readonly Release[] {
  const headings = [...text.matchAll(heading)].filter(([, name]) => name !== unreleased)
  const releases = headings.map((found) => {
    const [line, name = '', rest = ''] = found
    const [, date] = /^ - (\d{4}-\d\d-\d\d)$/.exec(rest) ?? []
    if (!namePattern.test(name) || date === undefined) {
      throw new Problem(
        `${changeLogFile}: "${line}" should be like "## [2026.11.1] - 2026-11-22": year, month and number.`,
      )
    }
    const [entry = ''] = text.slice(found.index + line.length).split(/^## /m)
    const [, commit] = /^Commit `([0-9a-f]{40})`\.?$/m.exec(entry) ?? []
    if (commit === undefined) {
      throw new Problem(
        `${changeLogFile}: release ${name} does not say its commit, on a line like "Commit \`<40 hexadecimal digits>\`."`,
      )
    }
    return { name, date, commit }
  })
  for (const [index, { name }] of releases.entries()) {
    const newer = releases[index - 1]?.name
    if (newer !== undefined && compareNames(newer, name) <= 0) {
      throw new Problem(`${changeLogFile}: release ${newer} stands above ${name}: newest first.`)
    }
  }
  return releases
}

/** The name of the next release on a day (`YYYY-MM-DD`), after those that are recorded. */
export function nextName(releases: readonly Release[], date: string): string {
  const [year = '', month = ''] = date.split('-')
  const begins = `${year}.${Number(month)}.`
  const numbers = releases
    .filter(({ name }) => name.startsWith(begins))
    .map(({ name }) => Number(name.slice(begins.length)))
  return `${begins}${Math.max(0, ...numbers) + 1}`
}

/**
 * The change log with what stands under "Unreleased" recorded as a release, and "Unreleased" empty. Throws a sentence
 * when there is nothing to release.
 */
export function withRelease(text: string, { name, date, commit }: Release): string {
  const title = `## [${unreleased}]`
  const [before, ...after] = text.split(new RegExp(`^${title.replaceAll(/[[\]]/g, '\\$&')}\n`, 'm'))
  const [entry = '', ...older] = after.join('').split(/^(?=## )/m)
  if (after.length !== 1) {
    throw new Problem(`${changeLogFile} has no heading "${title}", or more than one.`)
  }
  if (!/^\s*- /m.test(entry)) {
    throw new Problem(
      `${changeLogFile} says nothing under "${title}": write what an operator who upgrades has to know.`,
    )
  }
  const recorded = `## [${name}] - ${date}\n\nCommit \`${commit}\`.\n\n${entry.trim()}\n`
  const changed = [`${before}${title}\n`, recorded, ...older.join('').split(/^(?=## )/m)]
  const result = changed.map((part) => part.trimEnd()).filter(Boolean)
  const written = `${result.join('\n\n')}\n`
  releasesIn(written)
  return written
}

function compareNames(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => name.split('.').map(Number))
  const different = a?.findIndex((number, index) => number !== b?.[index]) ?? -1
  return different < 0 ? 0 : (a?.[different] ?? 0) - (b?.[different] ?? 0)
}
