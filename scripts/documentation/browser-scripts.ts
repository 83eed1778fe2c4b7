// Writes the scripts of the documentation anew, as a part of `npm run types`. With --check it compares only.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { root } from '../local/environment.ts'
import { signingInBrowsers } from '../local/signing-in-browsers.ts'

const room = join(root, 'src', 'documentation', 'browser')
const ofPage = join(root, 'src', 'documentation', 'page', 'browser')
const written = { minify: true, target: 'es2023', charset: 'utf8' } as const

// Fields of our own types with long names, which the bundle shortens: none is a field of what the platform has or the
// server answers, and none is named by a text.
const shortened = [
  'mistakes',
  'digests',
  'sought',
  'isLegacy',
  'textsLeft',
  'charactersLeft',
  'ownText',
  'toleranceSeconds',
  'knownSecrets',
  'deviations',
  'findings',
  'moneyNames',
  'byHand',
  'yours',
  'ours',
  'fault',
  'needsBoth',
  'unreachable',
  'besides',
  'decimals',
  'pieces',
  'expected',
  'accepts',
]

async function consoleScript(): Promise<string> {
  const { outputFiles } = await build({
    ...written,
    entryPoints: [join(room, 'main.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    mangleProps: new RegExp(`^(?:${shortened.join('|')})$`),
    ...signingInBrowsers,
  })
  const text = outputFiles[0]?.text ?? ''
  const left = shortened.find((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (left !== undefined) throw new Error(`${left} is named by a text too: it cannot be shortened`)
  return text
}

async function pageScript(): Promise<string> {
  const parts = ['page.js', 'search.js'].map((name) => readFile(join(ofPage, name), 'utf8'))
  return (await transform((await Promise.all(parts)).join('\n'), written)).code
}

const scripts = [
  { path: join(room, 'console.bundle.js'), text: await consoleScript() },
  { path: join(room, 'page.bundle.js'), text: await pageScript() },
]
const bytes = scripts.map(({ text }) => gzipSync(text, { level: 9 }).length)
const kib = (bytes.reduce((sum, one) => sum + one, 0) / 1024).toFixed(2)

if (!process.argv.includes('--check')) {
  for (const { path, text } of scripts) await writeFile(path, text)
  console.log(`Written: ${scripts.map(({ path }) => path).join(', ')}, gzip: ${kib} KiB`)
} else {
  const found = await Promise.all(scripts.map(({ path }) => readFile(path, 'utf8').catch(() => '')))
  const isSame = scripts.every(({ text }, n) => text === found[n])
  if (isSame) console.log(`gzip: ${kib} KiB`)
  else {
    console.error('The scripts of the documentation are not what their source gives: npm run types')
    process.exitCode = 1
  }
}
