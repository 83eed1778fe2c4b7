import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { toolCommand } from '../checks/commands.ts'
import { runCommand } from '../checks/run.ts'
import { root } from '../local/environment.ts'

/** Where the client's package is. */
export const clientDirectory = join(root, 'client')

/** Builds `client/dist` anew: one module with all that it needs, and its types. Throws with what the compiler says. */
export async function buildClient(): Promise<void> {
  const outDir = join(clientDirectory, 'dist')
  await rm(outDir, { recursive: true, force: true })
  await build({
    entryPoints: [join(clientDirectory, 'src/index.ts')],
    outfile: join(outDir, 'index.js'),
    bundle: true,
    minify: true,
    keepNames: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
  })
  const { code, output } = await runCommand(
    toolCommand('typescript/bin/tsc', '-p', clientDirectory, '--noEmit', 'false'),
    outDir,
  )
  if (code !== 0) throw new Error(output)
}

/** Packs what was built as npm publishes it, into a directory; gives the tarball's path. */
export async function packClient(directory: string): Promise<string> {
  const pack = ['pack', '--json', '--pack-destination', directory]
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: clientDirectory })
  return join(directory, JSON.parse(stdout)[0].filename)
}
