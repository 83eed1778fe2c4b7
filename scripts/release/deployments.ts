import { Problem } from '../provision/problem.ts'
import {
  deployAtOnce,
  listDeployments,
  listVersions,
  tagOf,
  upload,
  type Worker,
} from './commands.ts'
import { jsonIn, type ToldWrangler, unknownForm } from './wrangler.ts'

/** A version of a Worker and its share of the traffic. */
export type Share = { readonly version: string; readonly percent: number }

/** Where a Worker stands, as Cloudflare says: nothing else remembers how far a release has come. */
export type Standing = {
  /** Who has the traffic now. */
  readonly shares: readonly Share[]
  /** The version of the commit that is released, once it is uploaded. */
  readonly ours: string | null
  /** The version that had all traffic before ours got any; null where there is none. */
  readonly before: string | null
}

type Deployment = {
  readonly created_on: string
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[]
}

type Version = {
  readonly id: string
  readonly metadata: { readonly created_on: string }
  readonly annotations?: { readonly 'workers/tag'?: string }
}

/** Asks where a Worker stands. Throws a problem, also where it has never been deployed. */
export async function standingOf(
  wrangler: ToldWrangler,
  worker: Worker,
  commit: string,
): Promise<Standing> {
  const deployments = newestFirst(await listed<Deployment>(wrangler, listDeployments(worker)))
  const versions = (await listed<Version>(wrangler, listVersions(worker))).toSorted((one, other) =>
    other.metadata.created_on.localeCompare(one.metadata.created_on),
  )
  const [current] = deployments
  if (current === undefined) {
    throw new Problem(
      `The ${worker.title} ${worker.name} has never been deployed: \`npm run provision\` does that.`,
    )
  }
  const shares = current.versions.map(({ version_id, percentage }) => {
    return { version: version_id, percent: percentage }
  })
  const ours = versions.find((version, index) => {
    // One that is neither newest nor in use was uploaded before a secret changed: it would bring the old one back.
    const isInUse = index === 0 || shares.some((share) => share.version === version.id)
    return isInUse && version.annotations?.['workers/tag'] === tagOf(commit)
  })?.id
  const others = deployments.flatMap(({ versions: [only, ...more] }) => {
    return only !== undefined && more.length === 0 && only.version_id !== ours ? [only] : []
  })
  return { shares, ours: ours ?? null, before: others[0]?.version_id ?? null }
}

/** Uploads the code as a version without traffic, and returns its id. */
export function uploaded(wrangler: ToldWrangler, worker: Worker, commit: string): Promise<string> {
  return versionOf(wrangler, upload(worker, commit))
}

/** Uploads the code as the version that has all traffic, and returns its id. */
export function deployed(wrangler: ToldWrangler, worker: Worker, commit: string): Promise<string> {
  return versionOf(wrangler, deployAtOnce(worker, commit))
}

async function versionOf(wrangler: ToldWrangler, args: readonly string[]): Promise<string> {
  const answer = await wrangler(args)
  const id = answer.records.find(({ version_id }) => version_id)?.version_id
  if (!id) throw unknownForm(answer)
  return id
}

async function listed<T>(wrangler: ToldWrangler, args: readonly string[]): Promise<readonly T[]> {
  const answer = await wrangler(args)
  const found = jsonIn(answer)
  if (!Array.isArray(found)) throw unknownForm(answer)
  return found
}

function newestFirst(deployments: readonly Deployment[]): readonly Deployment[] {
  return deployments.toSorted((one, other) => other.created_on.localeCompare(one.created_on))
}
