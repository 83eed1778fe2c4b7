import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The text of a file by its path from the root. */
export function readProject(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The paths from the root of all files below a folder. */
export function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}
