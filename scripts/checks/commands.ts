import { join } from 'node:path'
import { root, wranglerCommand } from '../local/environment.ts'

export type Command = readonly [string, ...string[]]

export type Check = {
  readonly name: string
  readonly command: Command
  /** How to find the compressed size in the output, and its limit, in KiB. */
  readonly size?: Size
}

/** A limit in KiB of what a bundle's size is told to be; where `texts` is given, without those. */
type Size = {
  readonly pattern: RegExp
  readonly kibMax: number
  /** Where the bundler writes what the bundle is made of, and the limit of the texts in it. */
  readonly texts?: { readonly metafile: string; readonly kibMax: number }
}

/** The command line that runs an installed tool under this very Node. */
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

// Compressed. A larger program delays every new isolate: raise these for a feature, not for a dependency.
// The public one holds the merchants API, members’ pages, the documentation with its guide in two languages, and all that
// the back office calls: it has no data of its own.
// What is served as it is (samples; what pages load is in neither) is limited apart: to the engine each is one string, which
// delays a new isolate by nothing that can be measured. With 160 KiB more of texts and words the public one compiled in
// the same 42 ms.
type Limits = { readonly kibMax: number; readonly textsKibMax: number }
const publicLimits: Limits = { kibMax: 405.5, textsKibMax: 74 }
const backofficeLimits: Limits = { kibMax: 257.6, textsKibMax: 1 }

// The files that a reader of the documentation loads beside the page.
const scriptsKibMax = 22

// What is deployed. The top level is what runs locally: the tests start it. Staging has the same program and bindings
// (test/unit/scripts/environments.test.ts), and is deployed by test/unit/scripts/provision/pinned-wrangler.test.ts.
const deployed = 'production'

/**
 * Every check; the first writes files that the others read. Bundles are left under `outDir`. `noEnv` is an empty file.
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
  // It replaces the developer's `.dev.vars`, whose names would count as bindings.
  const check = ['--check', '--env-file', noEnv]
  return [
    {
      name: 'script of the documentation',
      command: [process.execPath, join(root, 'scripts', 'assets.mjs'), '--sizes'],
      size: { pattern: /docs\.\w+\.js gzip: ([\d.]+) KiB/, kibMax: scriptsKibMax },
    },
    // On one processor, as another check runs beside it: several checkers do much of their work twice.
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
