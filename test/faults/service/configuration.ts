import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-pool-workers'
import type { V4WorkerOptions } from 'miniflare'
import { type SourcelessWorkerOptions, unstable_getMiniflareWorkerOptions } from 'wrangler'
import { root } from '../../../scripts/local/environment.ts'
import { workers } from './bundles.ts'
import type { QueueMode } from './faulty-queue.ts'

/** What a runtime runs: plain data, passed to another process. */
export type Configuration = {
  readonly stateDir: string
  readonly workers: readonly V4WorkerOptions[]
  /** The statements of each migration. */
  readonly migrations: readonly (readonly string[])[]
}

type ConfigurationOptions = {
  readonly bundles: string
  readonly stateDir: string
  readonly keys: Keys
  /** How the faulty queue behaves; undefined for the real queue. */
  readonly queueMode: QueueMode | undefined
  /** Settings of the public Worker that are others than those of its file. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The secrets of a version of the public Worker; the last two are there while keys rotate. */
export type Keys = {
  readonly SECRETS_KEY: string
  readonly LINK_SIGNING_KEY: string
  readonly SECRETS_KEY_OTHERS?: string
  readonly LINK_SIGNING_KEY_OTHERS?: string
}

const [pay, backoffice] = workers
const loopback = 'http://127.0.0.1'
const local = { BASE_URL: loopback, EXCHANGE_URL: loopback, ALLOW_PRIVATE_CALLBACKS: '1' }

/** Both Workers with the bindings, dates, flags and queues of their deployment; only the queue may be replaced. */
export async function configure(options: ConfigurationOptions): Promise<Configuration> {
  const { bundles, stateDir, keys, queueMode, settings } = options
  const publicWorker = worker(bundles, pay, { ...keys, ...local, ...settings })
  const privateWorker = worker(bundles, backoffice, {})
  const migrations = await readD1Migrations(join(root, 'migrations'))
  return {
    stateDir,
    workers:
      queueMode === undefined
        ? [publicWorker, privateWorker]
        : [withoutQueue(publicWorker), privateWorker, faultyQueueWorker(bundles, queueMode)],
    migrations: migrations.map(({ queries }) => queries),
  }
}

function worker(
  bundles: string,
  { name, config }: (typeof workers)[number],
  bindings: Readonly<Record<string, string>>,
): V4WorkerOptions {
  const { rootPath: _, modulesRules: __, d1Databases = {}, ...rest } = configured(config)
  // The books that are read from outside are those of one database: these tests have no test merchants.
  const { DB_SANDBOX: ___, ...ofMerchants } = d1Databases as Readonly<Record<string, string>>
  return {
    ...rest,
    d1Databases: ofMerchants,
    name,
    bindings: { ...rest.bindings, ...bindings },
    modules: [{ type: 'ESModule', path: join(bundles, name, 'index.js') }],
    modulesRoot: bundles,
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }
}

function withoutQueue(made: V4WorkerOptions): V4WorkerOptions {
  const { CALLBACK_QUEUE: _, ...queueProducers } = configured(pay.config).queueProducers
  const CALLBACK_QUEUE = { name: 'faulty-queue', entrypoint: 'FaultyQueue' }
  return { ...made, queueProducers, serviceBindings: { ...made.serviceBindings, CALLBACK_QUEUE } }
}

function faultyQueueWorker(bundles: string, mode: QueueMode): V4WorkerOptions {
  const { compatibilityDate, queueProducers } = configured(pay.config)
  return {
    name: 'faulty-queue',
    compatibilityDate,
    modules: [{ type: 'ESModule', path: join(bundles, 'faulty-queue.js') }],
    modulesRoot: bundles,
    bindings: { MODE: mode },
    queueProducers: { QUEUE: queueProducers.CALLBACK_QUEUE.queueName },
  }
}

type WorkerOptions = SourcelessWorkerOptions & {
  readonly compatibilityDate: string
  readonly bindings: Readonly<Record<string, string>>
  readonly queueProducers: { readonly CALLBACK_QUEUE: { readonly queueName: string } }
}

const read = new Map<string, WorkerOptions>()

function configured(config: string): WorkerOptions {
  const known =
    read.get(config) ?? unstable_getMiniflareWorkerOptions(join(root, config)).workerOptions
  read.set(config, known as WorkerOptions)
  return known as WorkerOptions
}
