import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLogFile, nextName, releasesIn, withRelease } from './change-log.ts'

/**
 * Writes what stands under "Unreleased" in the change log as the release whose code is a commit, and returns what a
 * person does next.
 */
export async function recordRelease(root: string, commit: string): Promise<string> {
  const path = join(root, changeLogFile)
  const text = await readFile(path, 'utf8')
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format(new Date())
  const name = nextName(releasesIn(text), date)
  await writeFile(path, withRelease(text, { name, date, commit }))
  return `${changeLogFile} records ${name}, the code of ${commit}. Look at it, then:

  git commit -m "Record release ${name}" ${changeLogFile}
  git tag v${name} ${commit}`
}
