import type { Worker } from './target.ts'

// The arguments of the wrangler commands of a release.

// Cloudflare keeps only a short tag with each version.
const tagCharacters = 12

/** The tag that identifies the version of a commit. */
export function tagOf(commit: string): string {
  return commit.slice(0, tagCharacters)
}

export function migration({ args }: Worker, binding: string): readonly string[] {
  return ['d1', 'migrations', 'apply', binding, '--remote', ...args]
}

export function upload({ args }: Worker, commit: string): readonly string[] {
  return ['versions', 'upload', ...annotations(commit), ...args]
}

export function deployment({ args }: Worker, commit: string): readonly string[] {
  return ['deploy', ...annotations(commit), ...args]
}

function annotations(commit: string): readonly string[] {
  return ['--tag', tagOf(commit), '--message', `Release of ${tagOf(commit)}`]
}

type TrafficSplit = {
  readonly worker: Worker
  readonly version: string
  readonly percent: number
  readonly other: string | null
}

export function trafficSplit({ worker, version, percent, other }: TrafficSplit): readonly string[] {
  const rest = percent < 100 && other !== null ? [`${other}@${100 - percent}%`] : []
  return ['versions', 'deploy', `${version}@${percent}%`, ...rest, '-y', ...worker.args]
}

/** Sets crons, routes and queue consumers, which are not part of a version, from the wrangler file. */
export function triggers({ args }: Worker): readonly string[] {
  return ['triggers', 'deploy', ...args]
}

/** Without a version, wrangler takes the one that had all traffic before the current deployment. */
export function rollback({ args }: Worker, tag: string, version: string | null): readonly string[] {
  const versions = version === null ? [] : [version]
  return ['rollback', ...versions, '-y', '-m', `Back from ${tag}`, ...args]
}

export function status({ args }: Worker): readonly string[] {
  return ['deployments', 'status', ...args]
}
