import * as z from 'zod/mini'
import { type Api, resultOf } from '../provision/api.ts'

/** Among which versions the traffic of a Worker is divided, in percent. */
type Deployment = z.output<typeof deployment>

/** How far a release has come on a Worker, which only Cloudflare remembers. */
export type Rollout = {
  /** The versions that have the traffic now; none before the first deployment. */
  readonly shares: Deployment['versions']
  /** The version of the commit that is released, once it is uploaded. */
  readonly ours: string | null
  /** The version that had all traffic before ours got any; null where there is none. */
  readonly before: string | null
  /** Whether a version without a tag runs that is newer than the commit's: a secret has changed since. */
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

// As Cloudflare's API refuses a Worker that the account does not have.
const noWorkerCode = 10007

/** The newest deployments of a Worker, newest first; none if there is no such Worker. */
export async function deploymentsOf(api: Api, worker: string): Promise<readonly Deployment[]> {
  const path = `/workers/scripts/${worker}/deployments`
  const what = `Asking what runs as ${worker}`
  const emptyIfAbsent: Api = async (...request) => {
    const answer = await api(...request)
    const isAbsent = !answer.success && answer.code === noWorkerCode
    return isAbsent ? { success: true, result: { deployments: [] } } : answer
  }
  return (await resultOf(emptyIfAbsent, { what, path, shape: deployments })).deployments
}

/** Asks how far the version of a tag has come on a Worker. Throws a problem. */
export async function rolloutOf(api: Api, worker: string, tag: string): Promise<Rollout> {
  const all = await deploymentsOf(api, worker)
  const shares = all[0]?.versions
  if (shares === undefined) return { shares: [], ours: null, before: null, isChanged: false }
  const path = `/workers/scripts/${worker}/versions?deployable=true`
  const listed = await resultOf(api, {
    what: `Listing versions of ${worker}`,
    path,
    shape: versions,
  })
  const newestFirst = listed.items.toSorted((one, other) =>
    other.metadata.created_on.localeCompare(one.metadata.created_on),
  )
  const ours = newestFirst.find(({ id, annotations }, index) => {
    // One that is neither newest nor in use was uploaded before a secret changed: it would bring the old one back.
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
