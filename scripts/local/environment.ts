import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..')

const passedVariables = [
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'LANG',
  'TZ',
  'TERM',
  'NO_COLOR',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SYSTEMROOT',
  'COMSPEC',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
]

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment of a wrangler process. Of the developer's shell it has only `passedVariables`: others could replace a
 * setting of the same name, or contain a Cloudflare login.
 */
export function wranglerEnvironment(
  stateDir: string,
  registry = join(stateDir, 'registry'),
): NodeJS.ProcessEnv {
  const own = Object.fromEntries(passedVariables.map((name) => [name, process.env[name]]))
  const environment: Environment = {
    ...own,
    XDG_CONFIG_HOME: join(stateDir, 'config'),
    WRANGLER_REGISTRY_PATH: registry,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    // Otherwise the development port would serve a data browser and a trace collector.
    X_LOCAL_EXPLORER: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  }
  // `ProcessEnv` requires the variables of a Worker, too.
  return environment as NodeJS.ProcessEnv
}

/** The command line of the pinned wrangler under the current Node. */
export function wranglerCommand(...args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js'), ...args]
}

/** The environment variable that passes a Worker's variables as JSON. */
export const varsVariable = 'DEV_SERVER_VARS'
