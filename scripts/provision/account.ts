import * as z from 'zod/mini'
import { type Api, resultOf } from './api.ts'

export type ResourceKind = 'database' | 'namespace' | 'queue' | 'bucket'

/** A resource of the account; the id of a queue or bucket is its name. */
export type Resource = { readonly id: string; readonly name: string }

/** A resource's name, and its id if that is known. A namespace with an id is found by its id alone. */
type ResourceRef = { readonly name: string; readonly id: string | null }

/** A kind of resource in the API: its path, the filter of its list, the fields of a creation, the names of id and name. */
type ApiForm = {
  readonly path: string
  readonly filter: (name: string) => string
  readonly fields: (name: string, location: Location) => object
  readonly id: string
  readonly name: string
}

/** Cloudflare's locations of data. */
export const locations = ['apac', 'oc', 'wnam', 'enam', 'weur', 'eeur'] as const

export type Location = (typeof locations)[number]

// The maximum of the API.
const perPage = 1000

const forms: Readonly<Record<ResourceKind, ApiForm>> = {
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

/** Finds a resource by its id, or by its name if the id is unknown; null if the account has none. */
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
      const hasName = name === ref.name
      return ref.id === null ? hasName : id === ref.id && (hasName || kind === 'namespace')
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

/** Creates a resource and returns its id. Only databases and buckets have a location. */
export async function createResource(
  api: Api,
  { kind, name, location }: NewResource,
): Promise<string> {
  const { path, fields, id } = forms[kind]
  const what = `Creating the ${kind} ${name}`
  const created = await resultOf(api, { what, path, body: fields(name, location), shape: resource })
  return String(created[id] ?? name)
}

/** Whether a database has read replicas. */
export async function hasReplicas(api: Api, { id, name }: Resource): Promise<boolean> {
  const what = `Looking for replicas of ${name}`
  const path = `/d1/database/${id}`
  const { read_replication: replication } = await resultOf(api, { what, path, shape: replicated })
  return replication?.mode === 'auto'
}

/** Switches the read replicas of a database on. */
export async function addReplicas(api: Api, { id, name }: Resource): Promise<void> {
  const what = `Switching on the replicas of ${name}`
  const body = { read_replication: { mode: 'auto' } }
  await resultOf(api, { what, path: `/d1/database/${id}`, body, method: 'PUT', shape: resource })
}

export async function workersOf(api: Api): Promise<readonly string[]> {
  const what = 'Listing Workers'
  const workers = await resultOf(api, { what, path: '/workers/scripts', shape: idList })
  return workers.map(({ id }) => id)
}

export async function secretsOf(api: Api, worker: string): Promise<readonly string[]> {
  const path = `/workers/scripts/${worker}/secrets`
  const what = `Listing the secrets of ${worker}`
  return (await resultOf(api, { what, path, shape: secrets })).map(({ name }) => name)
}

/** Whether a migrated database has a merchant, whose secret is encrypted with `SECRETS_KEY`. */
export async function hasMerchant(api: Api, { id, name }: Resource): Promise<boolean> {
  const body = { sql: 'SELECT uid FROM merchants LIMIT 1' }
  const what = `Looking for merchants in ${name}`
  const answers = await resultOf(api, { what, path: `/d1/database/${id}/query`, body, shape: rows })
  return answers.some(({ results }) => results.length > 0)
}
