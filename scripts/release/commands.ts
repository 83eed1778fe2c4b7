/** A Worker of an environment, as its wrangler file describes it. */
export type Worker = {
  /** For people: `public Worker`. */
  readonly title: string
  /** Its name at Cloudflare. */
  readonly name: string
  /** Its wrangler file, from the project's folder. */
  readonly config: string
  readonly env: string
}

type Arguments = readonly string[]

// Cloudflare keeps a short tag and a message of one line with each version.
const tagCharacters = 12

/** The tag by which the version of a commit is found again. */
export function tagOf(commit: string): string {
  return commit.slice(0, tagCharacters)
}

/** Lists the migrations that a database lacks. */
export function pendingMigrations(worker: Worker, binding: string): Arguments {
  return ['d1', 'migrations', 'list', binding, '--remote', ...of(worker)]
}

/** Applies them. */
export function applyMigrations(worker: Worker, binding: string): Arguments {
  return ['d1', 'migrations', 'apply', binding, '--remote', ...of(worker)]
}

/** Asks for the point of time to which a database can be brought back. */
export function bookmark(worker: Worker, binding: string): Arguments {
  return ['d1', 'time-travel', 'info', binding, '--json', ...of(worker)]
}

/** Lists the newest deployments of a Worker, with the versions that each divides the traffic among. */
export function listDeployments(worker: Worker): Arguments {
  return ['deployments', 'list', '--json', ...of(worker)]
}

/** Lists the newest versions of a Worker. */
export function listVersions(worker: Worker): Arguments {
  return ['versions', 'list', '--json', ...of(worker)]
}

/** Uploads the code as a version that gets no traffic yet. */
export function upload(worker: Worker, commit: string): Arguments {
  return ['versions', 'upload', ...noted(commit), ...of(worker)]
}

/** Uploads the code as a version that gets all traffic at once, with crons, routes and queues. */
export function deployAtOnce(worker: Worker, commit: string): Arguments {
  return ['deploy', ...noted(commit), ...of(worker)]
}

/** Divides the traffic: a share in percent for one version, the rest for the other. */
export function divide(
  worker: Worker,
  version: string,
  percent: number,
  other: string | null,
): Arguments {
  const shares = [`${version}@${percent}%`]
  if (percent < 100 && other !== null) shares.push(`${other}@${100 - percent}%`)
  return ['versions', 'deploy', ...shares, '-y', ...of(worker)]
}

/** Brings crons, routes and queue consumers to what the wrangler file says; a version does not have them. */
export function applyTriggers(worker: Worker): Arguments {
  return ['triggers', 'deploy', ...of(worker)]
}

/** Gives all traffic back to a version. */
export function rollBack(worker: Worker, version: string, commit: string): Arguments {
  return ['rollback', version, '-y', '-m', `Back from ${tagOf(commit)}`, ...of(worker)]
}

/** A command as a person would type it. */
export function typed(args: Arguments): string {
  const words = args.map((one) => (/^[\w@%.:/<>=-]+$/.test(one) ? one : JSON.stringify(one)))
  return `npx wrangler ${words.join(' ')}`
}

function noted(commit: string): Arguments {
  return ['--tag', tagOf(commit), '--message', `Release of ${tagOf(commit)}`]
}

function of({ config, env }: Worker): Arguments {
  return ['-c', config, '-e', env]
}
