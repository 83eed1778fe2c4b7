// Packs the client as `npm pack` would, but to the same bytes each time: the documentation gives the file and its hash.
// Plain JavaScript, as scripts/assets.mjs, which runs it. Nothing is asked of the network.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export const clientDirectory = join(dirname(dirname(import.meta.dirname)), 'client')

/** The hash of all that the package is made of. */
export async function clientSource() {
  const hash = createHash('sha256')
  for (const path of [import.meta.filename, ...(await sourcePaths())]) {
    hash
      .update(path.slice(clientDirectory.length))
      .update('\0')
      .update(await readFile(path))
  }
  return hash.digest('hex')
}

/** The package: the name of its file, with a hash of its content in it, its bytes, and its integrity as npm writes it. */
export async function packedClient() {
  const built = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    const files = [
      ...(await programs()),
      ...(await types(built)),
      { name: 'package.json', bytes: await readFile(join(clientDirectory, 'package.json')) },
      { name: 'README.md', bytes: await readFile(join(clientDirectory, 'README.md')) },
    ]
    const bytes = tarball(files.sort((one, other) => (one.name < other.name ? -1 : 1)))
    const { version } = JSON.parse(await readFile(join(clientDirectory, 'package.json'), 'utf8'))
    const digest = createHash('sha512').update(bytes).digest()
    const name = `merchant-payment-client-${version}.${digest.toString('hex').slice(0, 8)}.tgz`
    return { name, bytes, integrity: `sha512-${digest.toString('base64')}` }
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

async function sourcePaths() {
  const names = await readdir(join(clientDirectory, 'src'))
  const sources = names.sort().map((name) => join(clientDirectory, 'src', name))
  const besides = ['package.json', 'README.md', 'tsconfig.json']
  return [...sources, ...besides.map((name) => join(clientDirectory, name))]
}

// The imported module needs only what every runtime has; the program needs Node's own modules.
async function programs() {
  const { outputFiles } = await build({
    entryPoints: { index: 'src/index.ts', listen: 'src/listen.ts' },
    absWorkingDir: clientDirectory,
    outdir: join(clientDirectory, 'dist'),
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    external: ['node:*'],
  })
  return outputFiles.map(({ path, contents }) => ({
    name: `dist/${basename(path)}`,
    bytes: contents,
  }))
}

async function types(directory) {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json')
  const options = ['-p', clientDirectory, '--noEmit', 'false', '--outDir', directory]
  const run = promisify(execFile)
  await run(process.execPath, [join(dirname(tsc), 'bin/tsc'), ...options]).catch((error) => {
    throw new Error(`the client’s types: ${error.stdout}`)
  })
  const names = (await readdir(directory)).filter((name) => name.endsWith('.d.ts'))
  return Promise.all(
    names.map(async (name) => ({
      name: `dist/${name}`,
      bytes: await readFile(join(directory, name)),
    })),
  )
}

// The archive has only each file's name and length: no time, no owner.
function tarball(files) {
  const blocks = files.flatMap(({ name, bytes }) => {
    const padding = Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)
    return [header(`package/${name}`, bytes.length), bytes, padding]
  })
  const gzipped = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 })
  // The system that it was made on.
  gzipped[9] = 255
  return gzipped
}

function header(name, length) {
  const block = Buffer.alloc(blockBytes)
  const octal = (number, width) => `${number.toString(8).padStart(width - 1, '0')}\0`
  block.write(name, 0)
  block.write(octal(0o644, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(length, 12), 124)
  // The time that npm writes, too.
  block.write(octal(499_162_500, 12), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((one, other) => one + other, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const blockBytes = 512
