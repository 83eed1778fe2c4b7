import * as z from 'zod/mini'
import { type Api, resultOf } from '../provision/api.ts'

/** A deployment of a Worker: its versions and their shares of the traffic, in percent. */
type Deployment = z.output<typeof deployment>

/** The progress of a release on a Worker, which only Cloudflare records. */
export type Rollout = {
  /** The versions that have traffic now; none before the first deployment. */
  readonly shares: Deployment['versions']
  /** The version of the released commit; null before its upload. */
  readonly ours: string | null
  /** The version that had all traffic before the commit's version got any; null if there is none. */
  readonly before: string | null
  /** Whether a version without a tag runs that is newer than the commit's: a secret was changed after the release. */
  readonly isChanged: boolean
}

const deployment = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
})
const deployments = z.object({ deployments: z.array(deployment) })
const versions = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      metadata: z.object({ created_on: z.string() }),
      annotations: z.optional(z.object({ 'workers/tag': z.optional(z.string()) })),
    }),
  ),
})

// Cloudflare's error code for an unknown Worker.
const noWorkerCode = 10007

/** The newest deployments of a Worker, newest first; none if there is no such Worker. */
export async function deploymentsOf(api: Api, worker: string): Promise<readonly Deployment[]> {
  const path = `/workers/scripts/${worker}/deployments`
  const what = `Reading the deployments of ${worker}`
  const emptyIfAbsent: Api = async (...request) => {
    const answer = await api(...request)
    const isAbsent = !answer.success && answer.code === noWorkerCode
    return isAbsent ? { success: true, result: { deployments: [] } } : answer
  }
  return (await resultOf(emptyIfAbsent, { what, path, shape: deployments })).deployments
}

/** Reads the progress of a tag's version on a Worker. Throws a problem. */
export async function rolloutOf(api: Api, worker: string, tag: string): Promise<Rollout> {
  const all = await deploymentsOf(api, worker)
  const shares = all[0]?.versions
  if (shares === undefined) return { shares: [], ours: null, before: null, isChanged: false }
  const path = `/workers/scripts/${worker}/versions?deployable=true`
  const listed = await resultOf(api, {
    what: `Listing the versions of ${worker}`,
    path,
    shape: versions,
  })
  const newestFirst = listed.items.toSorted((one, other) =>
    other.metadata.created_on.localeCompare(one.metadata.created_on),
  )
  const ours = newestFirst.find(({ id, annotations }, index) => {
    // An older version without traffic was uploaded before a secret changed: it would restore the old secret.
    const isInUse = index === 0 || shares.some((share) => share.version_id === id)
    return isInUse && annotations?.['workers/tag'] === tag
  })?.id
  const whole = all.flatMap(({ versions: [only, ...others] }) => {
    return only !== undefined && others.length === 0 ? [only.version_id] : []
  })
  const tagged = newestFirst.findIndex(({ annotations }) => annotations?.['workers/tag'] === tag)
  const isChanged = newestFirst.slice(0, Math.max(0, tagged)).some(({ id, annotations }) => {
    const isRunning = shares.some((share) => share.version_id === id)
    return isRunning && annotations?.['workers/tag'] === undefined
  })
  const before = whole.find((id) => id !== ours) ?? null
  return { shares, ours: ours ?? null, before, isChanged }
}
