import { join } from 'node:path'

/** The project's folder: where the wrangler files are. */
export const root = join(import.meta.dirname, '..', '..')

const passedOn = [
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

/** Environment variables for a child process. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment of a wrangler process. It has no other variable of the developer's shell than those listed: one with
 * the name of a setting would replace the setting, and a local run must not use a Cloudflare login.
 */
export function wranglerEnvironment(
  stateDir: string,
  registry = join(stateDir, 'registry'),
): NodeJS.ProcessEnv {
  const own = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]))
  const environment: Environment = {
    ...own,
    XDG_CONFIG_HOME: join(stateDir, 'config'),
    WRANGLER_REGISTRY_PATH: registry,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    // The data browser and the trace collector would be reachable on the development port.
    X_LOCAL_EXPLORER: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
  }
  // Its type has the variables of a Worker, too.
  return environment as NodeJS.ProcessEnv
}

/** The command line that runs the pinned wrangler under this very Node. */
export function wranglerCommand(...args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js'), ...args]
}

/** The environment variable with a Worker's variables, as JSON. */
export const varsVariable = 'DEV_SERVER_VARS'
