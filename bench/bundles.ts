import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root, wranglerCommand, wranglerEnvironment } from '../scripts/local/environment.ts'

/** The Workers that the bench runs, each as wrangler would deploy it. */
export type Bundles = { readonly public: string; readonly bare: string; readonly counted: string }

/** Builds them all with the public Worker's configuration, and returns the folder of each. */
export function buildBundles(directory: string): Bundles {
  const build = (name: string, ...script: readonly string[]) => {
    const outDir = join(directory, name)
    const options = ['--dry-run', '--outdir', outDir, '-c', 'wrangler.toml']
    const [file, ...args] = wranglerCommand('deploy', ...script, ...options)
    const env = wranglerEnvironment(directory)
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} was not built:\n${stdout}\n${stderr}`)
    return outDir
  }
  return {
    public: build('public'),
    bare: build('bare', 'bench/bare/index.ts'),
    counted: build('counted', 'bench/counted/index.ts'),
  }
}
