import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The environment variable with the folder in which `npm test` collects the Workers' logs. */
export const keptLogFolder = 'TEST_LOG_FOLDER'

/** Stores a Worker's log lines during `npm test`, in a file for each process, so that none waits for another. */
export function keepLog(text: string): void {
  const folder = process.env[keptLogFolder]
  if (folder === undefined) return
  appendFileSync(join(folder, `${process.pid}.log`), text.endsWith('\n') ? text : `${text}\n`)
}

export async function readKept(folder: string): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}
