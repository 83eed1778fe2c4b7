import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../local/environment.ts'

/** The compressed size in KiB of a bundle's text modules, by the bundler's metafile. */
export async function bundledTextsKib(metafile: string): Promise<number> {
  const { inputs } = JSON.parse(await readFile(metafile, 'utf8')) as Metafile
  const paths = Object.keys(inputs).filter((path) => inputs[path]?.with?.type === 'text')
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path))))
  return gzipSync(Buffer.concat(texts)).length / 1024
}

type Metafile = {
  readonly inputs: Readonly<Record<string, { readonly with?: { readonly type?: string } }>>
}
