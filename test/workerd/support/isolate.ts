import { env } from 'cloudflare:workers'
import type { MerchantContext } from '../../../src/context.ts'
import { merchantApi } from '../../../src/http/merchant-api.ts'
import type { LogEntry } from '../../../src/platform/log.ts'
import type { Rate } from '../../../src/platform/rates.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { type Answer, aContext, answerOf, paths } from './service.ts'

/** What stands in for the platform's limiter of a rate. */
export type Limiter = (key: string) => boolean | Promise<boolean>

/**
 * One isolate behind the merchant host, with a memory and a clock of its own, whose calls to the database and to the
 * limiters are counted. A limiter that is not given lets everything through.
 */
export function anIsolate(
  limiters: Partial<Record<Rate, Limiter>> = {},
  parts: Partial<MerchantContext> = {},
) {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const asked: { readonly rate: Rate; readonly key: string }[] = []
  const log: LogEntry[] = []
  let nowMs = Date.now()
  const world = aContext({
    db,
    databases: [db],
    now: () => nowMs,
    log: (entry) => log.push(entry),
    withinRate: async (rate, key) => {
      asked.push({ rate, key })
      return (await limiters[rate]?.(key)) ?? true
    },
    ...parts,
  })
  const ask = async (path: string, address: string, init: RequestInit): Promise<Answer> => {
    const headers = { ...init.headers, 'cf-connecting-ip': address }
    const request = new Request(`https://pay.example${path}`, { ...init, headers })
    return answerOf(await merchantApi(request, new URL(request.url), world))
  }
  return {
    world,
    asked,
    log,
    /** Calls to the database since the last reset. */
    usage: counter.usage,
    reset: () => {
      counter.reset()
      asked.length = 0
      log.length = 0
    },
    /** UTC seconds by this isolate's clock. */
    seconds: () => Math.floor(nowMs / 1000),
    passes: (milliseconds: number) => {
      nowMs += milliseconds
    },
    ask,
    /** POSTs a JSON body; to the balance, unless another path is named. */
    post: (body: string, address: string, path: string = paths.balance) =>
      ask(path, address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
  }
}

export type Isolate = ReturnType<typeof anIsolate>

let networks = 0

/** An IPv6 /64 that no other test uses: a new address of it at each call. */
export function aNetwork(): () => string {
  networks += 1
  const prefix = `2001:db8:${networks.toString(16)}:64`
  const group = () => Math.floor(Math.random() * 0x10000).toString(16)
  return () => `${prefix}:${group()}:${group()}:${group()}:${group()}`
}
