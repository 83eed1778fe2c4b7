import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const names = ['SECRETS_KEY', 'LINK_SIGNING_KEY'] as const

export type LocalKeys = {
  /** Their file, in the format of `wrangler dev --env-file`. */
  readonly file: string
  readonly SECRETS_KEY: string
  readonly LINK_SIGNING_KEY: string
}

/** The keys of the state directory, which are generated on first use; only the owner may read their file. */
export async function localKeys(stateDir: string): Promise<LocalKeys> {
  const file = join(stateDir, 'keys.env')
  await mkdir(stateDir, { recursive: true })
  const text = (await readIfThere(file)) ?? (await generateKeys(file))
  await chmod(file, 0o600)
  const [secretsKey, linkSigningKey] = names.map((name) => keyIn(text, name, file))
  return { file, SECRETS_KEY: secretsKey ?? '', LINK_SIGNING_KEY: linkSigningKey ?? '' }
}

// Linking fails if the file exists, so two simultaneous first starts use the same keys.
async function generateKeys(file: string): Promise<string> {
  const lines = names.map((name) => `${name}="${btoa(String.fromCharCode(...randomBytes(32)))}"\n`)
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, lines.join(''), { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

function keyIn(text: string, name: string, file: string): string {
  const key = new RegExp(`^${name}="?([A-Za-z0-9+/]{43}=)"?\\s*$`, 'm').exec(text)?.[1]
  if (key) return key
  throw new Error(
    `${file} has no valid ${name} (32 bytes in base64): restore it, or remove the whole state directory.`,
  )
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
