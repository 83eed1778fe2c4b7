// What wrangler 4.124.0 answers about the versions of a Worker and who has its traffic: the commands of a release.
import { ok, type Said } from './said.ts'

/** The versions of a Worker and its deployments, oldest first; absent before the first. */
export type Versions = { versions?: Version[]; deployments?: Deployment[] }

export type Version = {
  readonly id: string
  readonly metadata: { readonly created_on: string }
  readonly annotations: { readonly 'workers/tag'?: string }
}

export type Deployment = {
  readonly created_on: string
  readonly versions: readonly { readonly version_id: string; readonly percentage: number }[]
}

/** Answers a command of a release; null for any other. */
export function answerOfVersions(worker: Versions, args: readonly string[]): Said | null {
  const [verb = '', noun = ''] = args
  switch (verb === 'rollback' ? verb : `${verb} ${noun}`) {
    case 'deployments list':
      return ok(JSON.stringify(worker.deployments ?? [], null, 2))
    case 'versions list':
      return ok(JSON.stringify(worker.versions ?? [], null, 2))
    case 'versions upload': {
      const version_id = addVersion(worker, args)
      const told = ok(`Worker Version ID: ${version_id}`)
      return { ...told, record: { type: 'version-upload', version_id } }
    }
    case 'versions deploy': {
      const specs = args.slice(2, args.indexOf('-y')).map((spec) => spec.split('@'))
      deploy(
        worker,
        specs.map(([id = '', percent = '']) => [id, Number.parseInt(percent, 10)]),
      )
      return ok('╰  SUCCESS  Deployed')
    }
    case 'rollback':
      deploy(worker, [[noun, 100]])
      return ok(`╰  SUCCESS  Worker Version ${noun} has been deployed to 100% of traffic.`)
    case 'triggers deploy':
      return ok('Deployed triggers (0.06 sec)')
  }
  return null
}

/** Adds a version with the tag of the command, and returns its id. */
export function addVersion(worker: Versions, args: readonly string[]): string {
  const tag = args.includes('--tag') ? args[args.indexOf('--tag') + 1] : undefined
  const id = crypto.randomUUID()
  worker.versions = [
    ...(worker.versions ?? []),
    {
      id,
      metadata: { created_on: timeOf(worker) },
      annotations: tag === undefined ? {} : { 'workers/tag': tag },
    },
  ]
  return id
}

/** Divides the traffic among versions, in percent. */
export function deploy(worker: Versions, shares: readonly (readonly [string, number])[]): void {
  const versions = shares.map(([version_id, percentage]) => ({ version_id, percentage }))
  const deployment = { created_on: timeOf(worker), versions }
  worker.deployments = [...(worker.deployments ?? []), deployment]
}

/** Who has the traffic of a Worker, by tag: `older 90, newer 10`. */
export function traffic({ versions = [], deployments = [] }: Versions): string {
  const shares = (deployments.at(-1)?.versions ?? []).map(({ version_id, percentage }) => {
    const version = versions.find(({ id }) => id === version_id)
    return `${version?.annotations['workers/tag']} ${percentage}`
  })
  return shares.join(', ')
}

// Each event a second after the one before.
function timeOf({ versions = [], deployments = [] }: Versions): string {
  return new Date((versions.length + deployments.length) * 1000).toISOString()
}
