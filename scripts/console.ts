// Writes the script of the documentation's console anew: `npm run console`. With --check it compares only.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './local/environment.ts'

const room = join(root, 'src', 'documentation', 'browser')
const bundle = join(room, 'console.bundle.js')

const built = await build({
  entryPoints: [join(room, 'main.ts')],
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  platform: 'browser',
  target: 'es2023',
  charset: 'utf8',
  alias: {
    'node:crypto': join(room, 'node-crypto.ts'),
    'js-md5': join(room, 'js-md5.ts'),
  },
  inject: [join(room, 'buffer.ts')],
})
const text = built.outputFiles[0]?.text ?? ''
const kib = (gzipSync(text, { level: 9 }).length / 1024).toFixed(2)

if (!process.argv.includes('--check')) {
  await writeFile(bundle, text)
  console.log(`Written: ${bundle}, gzip: ${kib} KiB`)
} else if ((await readFile(bundle, 'utf8').catch(() => '')) === text) {
  console.log(`gzip: ${kib} KiB`)
} else {
  console.error('The script of the console is not what its source gives: npm run console')
  process.exitCode = 1
}
