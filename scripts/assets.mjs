// Writes the files that pages load into dist/static, which both Workers serve as static assets, and their names into
// dist/asset-names.json, which the pages' code imports. wrangler runs it before each build, vitest.config.ts before
// tests. Plain JavaScript: wrangler runs on a Node that may not run TypeScript. With --sizes it prints compressed sizes.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { clientSource, packedClient } from './client/pack.mjs'
import { signingInBrowsers } from './signing-in-browsers.mjs'

const root = dirname(import.meta.dirname)
const dist = join(root, 'dist')
const directory = join(dist, 'static', 'assets')

const entryPoints = [
  { out: 'icon', in: 'src/pages/icon.svg' },
  { out: 'member', in: 'src/pages/style/member.css' },
  { out: 'wait', in: 'src/pages/browser/wait.js' },
  { out: 'desk', in: 'src/backoffice/desk/style/desk.css' },
  { out: 'desk', in: 'src/backoffice/desk/browser/desk.js' },
  { out: 'fresh', in: 'src/backoffice/desk/browser/fresh.js' },
  { out: 'statement', in: 'src/backoffice/desk/browser/statement.js' },
  { out: 'docs', in: 'src/documentation/page/style/docs.css' },
  { out: 'docs', in: 'src/documentation/browser/main.ts' },
  { out: 'search', in: 'src/documentation/browser/search/search.ts' },
  { out: 'tools', in: 'src/documentation/browser/tools.ts' },
]

// As on the Workers' own answers (src/http/member-replies.ts), but for the policy of transport, which pages bring.
const headers = `/assets/*
  Cache-Control: public, max-age=31536000, immutable
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
  Cross-Origin-Resource-Policy: same-origin
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  X-Robots-Tag: noindex, nofollow

/docs/client/*
  Cache-Control: public, max-age=31536000, immutable
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
  X-Content-Type-Options: nosniff
`

const { outputFiles } = await build({
  entryPoints,
  entryNames: '[name].[hash]',
  outdir: directory,
  absWorkingDir: root,
  bundle: true,
  write: false,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  format: 'esm',
  platform: 'browser',
  loader: { '.svg': 'copy' },
  ...signingInBrowsers,
})

await mkdir(directory, { recursive: true })
const names = outputFiles.map(({ path }) => basename(path))
for (const { path, contents } of outputFiles) await write(path, contents)
for (const name of await readdir(directory)) {
  if (!names.includes(name)) await rm(join(directory, name), { force: true })
}
await write(join(dist, 'static', '_headers'), headers)
const byStem = names.map((name) => [name.replace(/\.\w+\./, '.'), name])
await write(
  join(dist, 'asset-names.json'),
  JSON.stringify(Object.fromEntries(byStem.sort()), null, 2),
)

await writeClient()
// Of an earlier build: the Worker serves the programs, which have its address.
await rm(join(dist, 'static', 'docs', 'samples'), { recursive: true, force: true })

if (process.argv.includes('--sizes')) {
  for (const { path, contents } of outputFiles) {
    const kib = (gzipSync(contents, { level: 9 }).length / 1024).toFixed(2)
    console.log(`${basename(path)} gzip: ${kib} KiB`)
  }
}

// The client's package, where the documentation says that it is. It is packed anew only where its source has changed.
async function writeClient() {
  const about = join(dist, 'client-package.json')
  const source = await clientSource()
  const known = JSON.parse(await readFile(about, 'utf8').catch(() => '{}'))
  const folder = join(dist, 'static', 'docs', 'client')
  const isThere = known.source === source && (await readdir(folder).catch(() => []))[0]
  if (isThere === known.name) return
  const { name, bytes, integrity } = await packedClient()
  await mkdir(folder, { recursive: true })
  await write(join(folder, name), bytes)
  for (const file of await readdir(folder)) {
    if (file !== name) await rm(join(folder, file), { force: true })
  }
  await write(about, JSON.stringify({ name, integrity, source }, null, 2))
}

// Two builds may write at the same time, and a server watches: so files are replaced as a whole, and only if they differ.
async function write(path, contents) {
  const bytes = Buffer.from(contents)
  const known = await readFile(path).catch(() => null)
  if (known?.equals(bytes)) return
  const own = `${path}.${process.pid}`
  await writeFile(own, bytes)
  await rename(own, path)
}
