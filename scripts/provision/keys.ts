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
import { Problem } from '../command/problem.ts'

/** Keys by the names of the secrets that they are. */
export type Keys = Readonly<Record<string, string>>

const keyBytes = 32
const keyText = '[A-Za-z0-9+/]{43}='
const othersMay = 0o077

/**
 * The keys in a file that an earlier run wrote for the environment; none when there is no such file. Throws a problem for
 * another file.
 */
export function keysIn(file: string, env: string, names: readonly string[]): Keys {
  if (!existsSync(file)) return {}
  if ((statSync(file).mode & othersMay) !== 0 && process.platform !== 'win32') {
    throw new Problem(`Others may read ${file}. If it is yours: chmod 600 ${file}`)
  }
  const text = readFileSync(file, 'utf8')
  const found = names.flatMap((name) => {
    const key = new RegExp(`^${name}="?(${keyText})"?\\s*$`, 'm').exec(text)?.[1]
    return key === undefined ? [] : [[name, key] as const]
  })
  if (found.length === 0 && text.trim() !== '') {
    throw new Problem(`${file} is there already and holds no keys: name a new file.`)
  }
  // Two environments with one SECRETS_KEY would open each other's API secrets.
  const other = [...text.matchAll(/^# (\S+)$/gm)].find(([, name]) => name !== env)?.[1]
  if (other !== undefined) {
    throw new Problem(`${file} holds the keys of ${other}: name a file of its own for ${env}.`)
  }
  return Object.fromEntries(found)
}

/** Refuses a file in the project, from where it would be committed or published. */
export function refuseInside(folder: string, file: string): void {
  const path = relative(folder, file)
  if (!path.startsWith('..') && path !== file) {
    throw new Problem(`${file} lies in the project, where it could be committed: name one outside.`)
  }
}

/** Makes keys, adds them to a file that only its owner may read, and waits until they are on the disk. */
export function makeKeys(file: string, env: string, names: readonly string[]): Keys {
  const keys = Object.fromEntries(
    names.map((name) => [name, btoa(String.fromCharCode(...randomBytes(keyBytes)))]),
  )
  try {
    const opened = openSync(file, 'a', 0o600)
    const lines = Object.entries(keys).map(([name, key]) => `${name}="${key}"\n`)
    writeSync(opened, `# ${env}\n${lines.join('')}`)
    fsyncSync(opened)
    closeSync(opened)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw new Problem(`The keys could not be written, and none was set: ${why}`)
  }
  return keys
}
