import { env } from 'cloudflare:workers'
import type { MerchantContext } from '../../../src/context.ts'
import { merchantApi } from '../../../src/http/merchant-api.ts'
import type { Rate } from '../../../src/platform/rates.ts'
import { openMerchantDatabase } from '../../../src/store/database.ts'
import { meter } from '../../support/metered.ts'
import { type Answer, aContext, answerOf, json, paths } from './service.ts'

/** Replaces the platform's limiter of a rate. */
export type Limiter = (key: string) => boolean | Promise<boolean>

/**
 * One isolate behind the merchant host, with caches and a clock of its own, which counts calls to the database and the
 * limiters. A limiter that is not given accepts everything.
 */
export function anIsolate(
  limiters: Partial<Record<Rate, Limiter>> = {},
  parts: Partial<MerchantContext> = {},
) {
  const counter = meter()
  const db = openMerchantDatabase(counter.database(env.DB))
  const asked: { readonly rate: Rate; readonly key: string }[] = []
  const log: Readonly<Record<string, unknown>>[] = []
  let nowMs = Date.now()
  const context = aContext({
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
    return answerOf(await merchantApi(request, new URL(request.url), context))
  }
  return {
    context,
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
    post: (body: string, address: string, path: string = paths.balance) =>
      ask(path, address, { method: 'POST', headers: json, body }),
  }
}

export type Isolate = ReturnType<typeof anIsolate>

let networks = 0

/** An IPv6 /64 that no other test uses; each call gives a new address of it. */
export function aNetwork(): () => string {
  networks += 1
  const prefix = `2001:db8:${networks.toString(16)}:64`
  const group = () => Math.floor(Math.random() * 0x10000).toString(16)
  return () => `${prefix}:${group()}:${group()}:${group()}:${group()}`
}
