import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { configure, type Keys } from './configuration.ts'

/** Versions of both Workers on one state, of which some serve at a time. */
export type Versions = {
  /** From now on these versions serve, by number; each request meets any of them. */
  deploy(numbers: readonly number[]): Promise<void>
  readonly serving: readonly number[]
  /** Origins of the public Worker and of the back office, of any version that serves. */
  any(): { readonly payUrl: string; readonly backofficeUrl: string }
  /** Runs the minute's job once, by any version that serves. */
  runCron(): Promise<void>
  /** The lines that the Workers have logged. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  stop(): Promise<void>
}

/** Starts a version of the Workers for each set of keys, on a fresh database. The first one serves. */
export async function startVersions(
  bundles: string,
  stateDir: string,
  keySets: readonly Keys[],
): Promise<Versions> {
  const made = await Promise.all(keySets.map((keys, n) => versionOf(bundles, stateDir, keys, n)))
  const logged: Record<string, unknown>[] = []
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      resourcePersistencePath: join(stateDir, 'v3'),
      workers: [...made.flatMap(({ workers }) => workers), await consumerOf(keySets.length)],
      handleStructuredLogs: ({ message }) => {
        if (message.startsWith('{"event":')) logged.push(JSON.parse(message))
      },
    }),
  )
  await miniflare.ready
  const db = await miniflare.getD1Database('DB', publicName(0))
  for (const queries of made[0]?.migrations ?? []) {
    await db.batch(queries.map((query) => db.prepare(query)))
  }
  const origins = await Promise.all(
    keySets.map(async (_, n) => ({
      payUrl: (await miniflare.unsafeGetDirectURL(publicName(n))).origin,
      backofficeUrl: (await miniflare.unsafeGetDirectURL(backofficeName(n))).origin,
    })),
  )
  const consumer = await miniflare.getWorker('consumer')
  let serving: readonly number[] = [0]
  const pick = () => serving[Math.floor(Math.random() * serving.length)] ?? 0
  return {
    logged,
    get serving() {
      return serving
    },
    async deploy(numbers) {
      await consumer.fetch('http://consumer/', { method: 'PUT', body: JSON.stringify(numbers) })
      serving = numbers
    },
    any: () => origins[pick()] ?? { payUrl: '', backofficeUrl: '' },
    async runCron() {
      const worker = await miniflare.getWorker(publicName(pick()))
      const { outcome } = await worker.scheduled({ cron: '* * * * *' })
      if (outcome !== 'ok') throw new Error(`the minute's job: ${outcome}`)
    },
    stop: () => miniflare.dispose(),
  }
}

const publicName = (version: number) => `merchant-pay-${version}`
const backofficeName = (version: number) => `merchant-pay-backoffice-${version}`

async function versionOf(bundles: string, stateDir: string, keys: Keys, version: number) {
  const { workers, migrations } = await configure({ bundles, stateDir, keys, queueMode: undefined })
  const [pay, backoffice] = workers
  if (pay === undefined || backoffice === undefined) throw new Error('two Workers are configured')
  // A queue has one consumer, which hands wake-ups to any version that serves.
  const { queueConsumers: _, ...withoutConsumers } = pay
  const serviceBindings = Object.fromEntries(
    Object.entries(backoffice.serviceBindings ?? {}).map(([name, bound]) => [
      name,
      { ...(bound as object), name: publicName(version) },
    ]),
  ) as NonNullable<V4WorkerOptions['serviceBindings']>
  return {
    migrations,
    workers: [
      { ...withoutConsumers, name: publicName(version) },
      { ...backoffice, name: backofficeName(version), serviceBindings },
    ] as const satisfies readonly V4WorkerOptions[],
  }
}

async function consumerOf(versions: number): Promise<V4WorkerOptions> {
  const source = await readFile(join(import.meta.dirname, 'any-version.ts'), 'utf8')
  const bound = Array.from({ length: versions }, (_, n) => [
    `VERSION_${n}`,
    { name: publicName(n), entrypoint: 'CallbackDeliverer' },
  ])
  return {
    name: 'consumer',
    compatibilityDate: '2026-08-15',
    modules: [{ type: 'ESModule', path: 'any-version.js', contents: stripTypeScriptTypes(source) }],
    serviceBindings: Object.fromEntries(bound),
    queueConsumers: { 'merchant-pay-callbacks': { maxBatchSize: 20, maxBatchTimeout: 0 } },
  }
}
