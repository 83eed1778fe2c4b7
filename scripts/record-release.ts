import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './local/environment.ts'
import { Problem } from './provision/problem.ts'
import { changeLogFile, nextName, releasesIn, withRelease } from './release/change-log.ts'
import { git } from './release/history.ts'

// `npm run release:record`: writes what stands under "Unreleased" in the change log as the release whose code is the
// commit that is checked out. A person commits it.

try {
  await main()
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const changed = await git(root, 'status', '--porcelain')
  if (changed !== '') {
    throw new Problem(`Commit or put away what is changed first:\n${changed}`)
  }
  const path = join(root, changeLogFile)
  const text = await readFile(path, 'utf8')
  const commit = await git(root, 'rev-parse', 'HEAD')
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Taipei' }).format(new Date())
  const name = nextName(releasesIn(text), date)
  await writeFile(path, withRelease(text, { name, date, commit }))
  console.log(`${changeLogFile} records ${name}, the code of ${commit}. Look at it, then:

  git commit -m "Record release ${name}" ${changeLogFile}
  git tag v${name} ${commit}
`)
}
