import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The setting that names the folder in which `npm test` keeps what the Workers log. */
export const keptLogFolder = 'TEST_LOG_FOLDER'

/** Keeps what a Worker has logged, where `npm test` runs. A file for each process, so that none waits for another. */
export function keepLog(text: string): void {
  const folder = process.env[keptLogFolder]
  if (folder === undefined) return
  appendFileSync(join(folder, `${process.pid}.log`), text.endsWith('\n') ? text : `${text}\n`)
}

export async function readKept(folder: string): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}
