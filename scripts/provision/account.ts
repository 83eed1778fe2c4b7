import * as z from 'zod/mini'
import { type Api, resultOf } from './api.ts'

/** The resources of an environment beside its Workers. */
export type ResourceKind = 'database' | 'namespace' | 'queue' | 'bucket'

/** A resource of the account; the id of a queue or bucket is its name. */
export type Resource = { readonly id: string; readonly name: string }

/** How a resource is found: by its name, and by its id if that is known; a namespace by its id alone. */
type ResourceRef = { readonly name: string; readonly id: string | null }

/** A kind of resource in the API: its path, a filter of its list, the fields of a new one, and where its id and name are. */
type Form = {
  readonly path: string
  readonly filter: (name: string) => string
  readonly fields: (name: string, location: Location) => object
  readonly id: string
  readonly name: string
}

/** Where Cloudflare keeps data, by its own names for parts of the world. */
export const locations = ['apac', 'oc', 'wnam', 'enam', 'weur', 'eeur'] as const

export type Location = (typeof locations)[number]

// The most that the API lists at once. A queue is the only one of its name.
const perPage = 1000

const forms: Readonly<Record<ResourceKind, Form>> = {
  database: {
    path: '/d1/database',
    filter: (name) => `name=${name}&per_page=${perPage}`,
    fields: (name, location) => ({ name, primary_location_hint: location }),
    id: 'uuid',
    name: 'name',
  },
  namespace: {
    path: '/storage/kv/namespaces',
    filter: () => `per_page=${perPage}`,
    fields: (title) => ({ title }),
    id: 'id',
    name: 'title',
  },
  queue: {
    path: '/queues',
    filter: (name) => `name=${name}`,
    fields: (queue_name) => ({ queue_name }),
    id: 'queue_name',
    name: 'queue_name',
  },
  bucket: {
    path: '/r2/buckets',
    filter: (name) => `name_contains=${name}&per_page=${perPage}`,
    fields: (name, location) => ({ name, locationHint: location }),
    id: 'name',
    name: 'name',
  },
}

const pagesMax = 100
const resource = z.record(z.string(), z.unknown())
const resourceList = z.union([z.array(resource), z.object({ buckets: z.array(resource) })])
const idList = z.array(z.object({ id: z.string() }))
const secrets = z.array(z.object({ name: z.string() }))
const replicated = z.object({ read_replication: z.nullish(z.object({ mode: z.string() })) })
const rows = z.array(z.object({ results: z.array(z.unknown()) }))

/** Finds a resource, by its name too if its creation was not acknowledged; null where the account has none. */
export async function findResource(
  api: Api,
  kind: ResourceKind,
  ref: ResourceRef,
): Promise<Resource | null> {
  const form = forms[kind]
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `${form.path}?${form.filter(ref.name)}&page=${page}`
    const what = `Looking for the ${kind} ${ref.name}`
    const result = await resultOf(api, { what, path, shape: resourceList })
    const listed = Array.isArray(result) ? result : result.buckets
    const all = listed.map((item) => ({ id: String(item[form.id]), name: String(item[form.name]) }))
    const found = all.find(({ id, name }) => {
      const isNamedSo = name === ref.name
      return ref.id === null ? isNamedSo : id === ref.id && (isNamedSo || kind === 'namespace')
    })
    if (found !== undefined || all.length < perPage) return found ?? null
  }
  return null
}

type NewResource = {
  readonly kind: ResourceKind
  readonly name: string
  readonly location: Location
}

/** Creates a resource, a database or bucket at the location, and returns its id. */
export async function createResource(
  api: Api,
  { kind, name, location }: NewResource,
): Promise<string> {
  const { path, fields, id } = forms[kind]
  const what = `Creating the ${kind} ${name}`
  const made = await resultOf(api, { what, path, body: fields(name, location), shape: resource })
  return String(made[id] ?? name)
}

/** Whether Cloudflare keeps replicas of a database, which answer reads of sessions. */
export async function hasReplicas(api: Api, { id, name }: Resource): Promise<boolean> {
  const what = `Looking for replicas of ${name}`
  const path = `/d1/database/${id}`
  const { read_replication: replication } = await resultOf(api, { what, path, shape: replicated })
  return replication?.mode === 'auto'
}

/** Has Cloudflare keep replicas of a database. */
export async function addReplicas(api: Api, { id, name }: Resource): Promise<void> {
  const what = `Switching on the replicas of ${name}`
  const body = { read_replication: { mode: 'auto' } }
  await resultOf(api, { what, path: `/d1/database/${id}`, body, method: 'PUT', shape: resource })
}

/** The names of the account's Workers. */
export async function workersOf(api: Api): Promise<readonly string[]> {
  const what = 'Listing Workers'
  const workers = await resultOf(api, { what, path: '/workers/scripts', shape: idList })
  return workers.map(({ id }) => id)
}

/** The names of a Worker's secrets. */
export async function secretsOf(api: Api, worker: string): Promise<readonly string[]> {
  const path = `/workers/scripts/${worker}/secrets`
  const what = `Listing the secrets of ${worker}`
  return (await resultOf(api, { what, path, shape: secrets })).map(({ name }) => name)
}

/** Whether a migrated database has a merchant, and with it a secret that was sealed with `SECRETS_KEY`. */
export async function hasMerchant(api: Api, { id, name }: Resource): Promise<boolean> {
  const body = { sql: 'SELECT uid FROM merchants LIMIT 1' }
  const what = `Looking for merchants in ${name}`
  const answers = await resultOf(api, { what, path: `/d1/database/${id}/query`, body, shape: rows })
  return answers.some(({ results }) => results.length > 0)
}
