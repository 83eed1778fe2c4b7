import { join } from 'node:path'
import { root, wranglerCommand } from '../local/environment.ts'

export type Command = readonly [string, ...string[]]

export type Check = {
  readonly name: string
  readonly command: Command
  /** How to find the compressed size in the output, and its limit, in KiB. */
  readonly size?: Size
}

/** The limit in KiB of a bundle's reported size, without its text modules if `texts` is set. */
type Size = {
  readonly pattern: RegExp
  readonly kibMax: number
  /** The bundler's metafile, and the limit of the text modules. */
  readonly texts?: { readonly metafile: string; readonly kibMax: number }
}

/** The command line of an installed tool under the current Node. */
export function toolCommand(path: string, ...args: readonly string[]): Command {
  return [process.execPath, join(root, 'node_modules', path), ...args]
}

const typeOptions = ['--include-runtime=false', '--strict-vars=false']
const publicTypes = ['worker-configuration.d.ts', '-c', 'wrangler.toml', ...typeOptions]
const backofficeTypes = [
  'worker-configuration.backoffice.d.ts',
  '-c',
  'wrangler.backoffice.toml',
  '-c',
  'wrangler.toml',
  '--env-interface',
  'BackofficeEnv',
  ...typeOptions,
]

/** Writes the types of both Workers' bindings. Those of the back office refer to the public Worker's classes. */
export const typeCommands: readonly Command[] = [
  wranglerCommand('types', ...publicTypes),
  wranglerCommand('types', ...backofficeTypes),
]

// Compressed sizes. A larger program delays each cold start: raise a limit for a feature, not for a dependency.
// The public Worker has the merchant API, members’ pages, the documentation in two languages, and the calls of the back
// office, which has no data of its own.
// Text modules (samples) have a limit of their own, because they do not measurably delay a cold start: to the engine each
// is one string. With 160 KiB more of them, the public Worker compiled in the same 42 ms.
type Limits = { readonly kibMax: number; readonly textsKibMax: number }
const publicLimits: Limits = { kibMax: 405.6, textsKibMax: 74 }
const backofficeLimits: Limits = { kibMax: 257.6, textsKibMax: 1 }

// The files that a reader of the documentation loads beside the page.
const scriptsKibMax = 22

// The deployed environment. The tests run the top level. Staging has the same program and bindings
// (test/unit/scripts/environments.test.ts), and is deployed by test/unit/scripts/provision/pinned-wrangler.test.ts.
const deployed = 'production'

/**
 * All checks; the first writes files that the others read. Bundles are written to `outDir`. `noEnv` is an empty file.
 */
export function allChecks(outDir: string, noEnv: string): readonly [Check, ...Check[]] {
  const bundle = (of: string, config: string, limits: Limits) => {
    const directory = join(outDir, config)
    const metafile = join(directory, 'meta.json')
    const options = ['--dry-run', '--outdir', directory, '-c', config, '-e', deployed]
    const command = wranglerCommand('deploy', ...options, `--metafile=${metafile}`)
    const texts = { metafile, kibMax: limits.textsKibMax }
    const size = { pattern: /gzip: ([\d.]+) KiB/, kibMax: limits.kibMax, texts }
    return { name: `${of} bundle`, command, size }
  }
  // Browser code has other globals than a Worker.
  const typesOf = (project: string) => ({
    command: toolCommand('typescript/bin/tsc', '-p', project),
  })
  // The empty file replaces the developer's `.dev.vars`, whose names would become bindings.
  const check = ['--check', '--env-file', noEnv]
  return [
    {
      name: 'script of the documentation',
      command: [process.execPath, join(root, 'scripts', 'assets.mjs'), '--sizes'],
      size: { pattern: /docs\.\w+\.js gzip: ([\d.]+) KiB/, kibMax: scriptsKibMax },
    },
    // Single-threaded, because another check runs at the same time, and several threads repeat much of the work.
    { name: 'types fit', command: toolCommand('typescript/bin/tsc', '--singleThreaded') },
    { name: 'types of the pages’ script', ...typesOf('src/pages/browser') },
    { name: 'types of the desk’s script', ...typesOf('src/backoffice/desk/browser') },
    { name: 'types of the inspector’s script', ...typesOf('scripts/inspector/browser') },
    { name: 'types of the client', ...typesOf('client') },
    { name: 'types of the documentation’s script', ...typesOf('src/documentation/browser') },
    { name: 'types of in-page tests', ...typesOf('test/browser/in-page') },
    {
      name: 'lines',
      command: [process.execPath, join(root, 'scripts', 'checks', 'line-counts.ts')],
    },
    { name: 'lint and format', command: toolCommand('@biomejs/biome/bin/biome', 'check', '.') },
    { name: 'public bindings', command: wranglerCommand('types', ...publicTypes, ...check) },
    {
      name: 'back-office bindings',
      command: wranglerCommand('types', ...backofficeTypes, ...check),
    },
    bundle('public', 'wrangler.toml', publicLimits),
    bundle('back-office', 'wrangler.backoffice.toml', backofficeLimits),
  ]
}
