import * as z from 'zod/mini'
import { type Api, resultOf } from '../provision/api.ts'
import type { VersionFigures } from './compare-versions.ts'

const microsecondsPerMs = 1000
const versionsMax = 100
// A row for each version. Wall times are in microseconds.
const query = `query Versions($account: string!, $worker: string!, $since: Time!) {
  viewer { accounts(filter: { accountTag: $account }) {
    workersInvocationsAdaptive(limit: ${versionsMax}, filter: { scriptName: $worker, datetime_geq: $since }) {
      dimensions { scriptVersion }
      sum { requests errors }
      quantiles { wallTimeP50 wallTimeP95 }
    }
  } }
}`
const row = z.object({
  dimensions: z.object({ scriptVersion: z.string() }),
  sum: z.object({ requests: z.number(), errors: z.number() }),
  quantiles: z.object({ wallTimeP50: z.number(), wallTimeP95: z.number() }),
})
const answer = z.object({
  viewer: z.object({ accounts: z.array(z.object({ workersInvocationsAdaptive: z.array(row) })) }),
})

type FiguresRequest = {
  readonly account: string
  readonly worker: string
  readonly sinceMs: number
}

/**
 * Cloudflare's figures of each version of a Worker, by version id: invocations of all kinds, one or two minutes late.
 * Throws a problem, also if the login may not read the account's analytics.
 */
export async function figuresOf(
  api: Api,
  { account, worker, sinceMs }: FiguresRequest,
): Promise<ReadonlyMap<string, VersionFigures>> {
  const variables = { account, worker, since: new Date(sinceMs).toISOString() }
  const what = `Reading Cloudflare's figures of ${worker} (the login needs the permission to read Account Analytics)`
  const body = { query, variables }
  const { viewer } = await resultOf(api, { what, path: '/graphql', body, shape: answer })
  const rows = viewer.accounts.flatMap(({ workersInvocationsAdaptive: all }) => all)
  return new Map(
    rows.map(({ dimensions, sum, quantiles }) => {
      const p50Ms = quantiles.wallTimeP50 / microsecondsPerMs
      const p95Ms = quantiles.wallTimeP95 / microsecondsPerMs
      return [dimensions.scriptVersion, { ...sum, p50Ms, p95Ms }]
    }),
  )
}
