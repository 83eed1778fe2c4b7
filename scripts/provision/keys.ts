import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { relative } from 'node:path'
import { Problem, reasonOf } from '../command/problem.ts'

/** Keys by the names of their secrets. */
export type Keys = Readonly<Record<string, string>>

const keyBytes = 32
const keyText = '[A-Za-z0-9+/]{43}='
const groupAndOthers = 0o077

/** The keys of an earlier run in a file; none if the file does not exist. Throws a problem for any other file. */
export function keysIn(file: string, env: string, names: readonly string[]): Keys {
  if (!existsSync(file)) return {}
  if ((statSync(file).mode & groupAndOthers) !== 0 && process.platform !== 'win32') {
    throw new Problem(`Other users may read ${file}. If it is yours: chmod 600 ${file}`)
  }
  const text = readFileSync(file, 'utf8')
  const found = names.flatMap((name) => {
    const key = new RegExp(`^${name}="?(${keyText})"?\\s*$`, 'm').exec(text)?.[1]
    return key === undefined ? [] : [[name, key] as const]
  })
  if (found.length === 0 && text.trim() !== '') {
    throw new Problem(`${file} exists and has no keys: use a new file.`)
  }
  // With the same SECRETS_KEY, two environments could decrypt each other's API secrets.
  const other = [...text.matchAll(/^# (\S+)$/gm)].find(([, name]) => name !== env)?.[1]
  if (other !== undefined) {
    throw new Problem(`${file} has the keys of ${other}: use another file for ${env}.`)
  }
  return Object.fromEntries(found)
}

/** Throws a problem for a file in the project, where it could be committed or published. */
export function requireOutside(folder: string, file: string): void {
  const path = relative(folder, file)
  if (!path.startsWith('..') && path !== file) {
    throw new Problem(`${file} is in the project, where it could be committed: use a file outside.`)
  }
}

/** Generates keys and appends them to a file that only its owner may read; returns after they are on the disk. */
export function generateKeys(file: string, env: string, names: readonly string[]): Keys {
  const keys = Object.fromEntries(
    names.map((name) => [name, btoa(String.fromCharCode(...randomBytes(keyBytes)))]),
  )
  try {
    const descriptor = openSync(file, 'a', 0o600)
    const lines = Object.entries(keys).map(([name, key]) => `${name}="${key}"\n`)
    writeSync(descriptor, `# ${env}\n${lines.join('')}`)
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    throw new Problem(`The keys could not be written, and none was set: ${reasonOf(error)}`)
  }
  return keys
}
