import type { Api } from '../provision/api.ts'
import type { SmokeReport } from '../smoke/run.ts'
import type { VersionFigures } from './compare-versions.ts'
import type { Target } from './target.ts'

/** The input of a release and of a rollback. */
export type Release = Omit<Target, 'addresses' | 'missing'> & {
  readonly commit: string
  /** A new version's shares of the traffic, in percent, each followed by a verification; null deploys at once. */
  readonly stages: readonly number[] | null
  /** Whether the databases have a merchant. Without one, versions are deployed at once and never rolled back. */
  readonly isInUse: boolean
  /** Cloudflare's API, for the account. */
  readonly api: Api
  /** Runs a command of wrangler. Throws a problem when it fails. */
  readonly wrangler: (args: readonly string[]) => Promise<void>
  /** Runs the smoke test; `headers` route its requests to a certain version. */
  readonly smoke: (headers: Readonly<Record<string, string>>) => Promise<SmokeReport>
  /** Reads the standing alarms that a new version can raise; null without access to the back office. */
  readonly alarms: (() => Promise<readonly string[]>) | null
  /** Reads Cloudflare's recent figures of each version of a Worker, by version id. Throws a problem. */
  readonly figures: (worker: string) => Promise<ReadonlyMap<string, VersionFigures>>
  readonly log: (line: string) => void
  /** The delay between a change of the traffic and its verification, in milliseconds. */
  readonly pauseMs: number
  /** The delay between two attempts of a rollback, in milliseconds. */
  readonly rollbackPauseMs: number
}
