// Writes the script of the documentation anew, as a part of `npm run types`. With --check it compares only.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../local/environment.ts'
import { signingInBrowsers } from '../local/signing-in-browsers.ts'

const room = join(root, 'src', 'documentation', 'browser')
const path = join(room, 'page.bundle.js')

const { outputFiles } = await build({
  entryPoints: [join(room, 'main.ts')],
  absWorkingDir: root,
  bundle: true,
  write: false,
  minify: true,
  target: 'es2023',
  charset: 'utf8',
  format: 'iife',
  platform: 'browser',
  ...signingInBrowsers,
})
const text = outputFiles[0]?.text ?? ''
const kib = (gzipSync(text, { level: 9 }).length / 1024).toFixed(2)

if (!process.argv.includes('--check')) {
  await writeFile(path, text)
  console.log(`Written: ${path}, gzip: ${kib} KiB`)
} else if (text === (await readFile(path, 'utf8').catch(() => ''))) {
  console.log(`gzip: ${kib} KiB`)
} else {
  console.error('The script of the documentation is not what its source gives: npm run types')
  process.exitCode = 1
}
