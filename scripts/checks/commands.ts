import { join } from 'node:path'
import { root, wranglerCommand } from '../local/environment.ts'

export type Command = readonly [string, ...string[]]

/** A command that checks the source. */
export type Check = {
  readonly name: string
  readonly command: Command
  /** How to find the compressed size in the output, and its limit, in KiB. */
  readonly size?: { readonly told: RegExp; readonly kibMax: number }
}

/** The command line that runs an installed tool under this very Node. */
export function toolCommand(path: string, ...args: readonly string[]): Command {
  return [process.execPath, join(root, 'node_modules', path), ...args]
}

const typeOptions = ['--include-runtime=false', '--strict-vars=false']
const publicTypes = ['worker-configuration.d.ts', '-c', 'wrangler.toml', ...typeOptions]
const backofficeTypes = [
  ...['worker-configuration.backoffice.d.ts', '-c', 'wrangler.backoffice.toml'],
  ...['-c', 'wrangler.toml', '--env-interface', 'BackofficeEnv', ...typeOptions],
]

/** Writes the types of both Workers' bindings. Those of the back office refer to the public Worker's classes. */
export const typeCommands: readonly Command[] = [
  wranglerCommand('types', ...publicTypes),
  wranglerCommand('types', ...backofficeTypes),
]

// Compressed. A larger bundle delays every new isolate: raise these for a feature, not for a dependency.
// The public one holds the merchants API, members’ pages, and all that the back office calls: it has no data of its own.
const publicKibMax = 260
const backofficeKibMax = 200

// What is deployed. The top level is what runs locally: the tests start it.
const environments = ['staging', 'production']

/** Every check; bundles are left under `outDir`. `noEnv` is an empty file. */
export function allChecks(outDir: string, noEnv: string): readonly Check[] {
  const bundle = (of: string, config: string, kibMax: number, env: string) => {
    const options = ['--dry-run', '--outdir', join(outDir, env, config), '-c', config, '-e', env]
    const size = { told: /gzip: ([\d.]+) KiB/, kibMax }
    return { name: `${of} bundle, ${env}`, command: wranglerCommand('deploy', ...options), size }
  }
  // Browser code has other globals than a Worker.
  const typesOf = (project: string) => ({
    command: toolCommand('typescript/bin/tsc', '-p', project),
  })
  // In place of the developer's `.dev.vars`, whose names would count as bindings.
  const check = ['--check', '--env-file', noEnv]
  return [
    { name: 'types fit', command: toolCommand('typescript/bin/tsc') },
    { name: 'types of the pages’ script', ...typesOf('src/pages/browser') },
    { name: 'types of the desk’s script', ...typesOf('src/backoffice/desk/browser') },
    { name: 'types of the client', ...typesOf('client') },
    { name: 'types of in-page tests', ...typesOf('test/browser/in-page') },
    { name: 'lint and format', command: toolCommand('@biomejs/biome/bin/biome', 'check', '.') },
    { name: 'public bindings', command: wranglerCommand('types', ...publicTypes, ...check) },
    {
      name: 'back-office bindings',
      command: wranglerCommand('types', ...backofficeTypes, ...check),
    },
    ...environments.flatMap((env) => [
      bundle('public', 'wrangler.toml', publicKibMax, env),
      bundle('back-office', 'wrangler.backoffice.toml', backofficeKibMax, env),
    ]),
  ]
}
