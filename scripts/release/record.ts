import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLogFile, nextName, releasesIn, withRelease } from './change-log.ts'

/**
 * Records the entries of "Unreleased" in the change log as the release of a commit, and returns the next steps for a
 * person.
 */
export async function recordRelease(root: string, commit: string): Promise<string> {
  const path = join(root, changeLogFile)
  const text = await readFile(path, 'utf8')
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format(new Date())
  const name = nextName(releasesIn(text), date)
  await writeFile(path, withRelease(text, { name, date, commit }))
  return `${changeLogFile} records ${name}, commit ${commit}. Review it, then:

  git commit -m "Record release ${name}" ${changeLogFile}
  git tag v${name} ${commit}`
}
