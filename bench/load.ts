import autocannon from 'autocannon'
import type { Call } from './requests.ts'

/** How a server answered a number of requests. Times are in milliseconds. */
export type Load = {
  readonly requests: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Concurrent requests, each on a connection of its own that is kept alive. */
export const connections = 32

const json = { 'content-type': 'application/json' }

/**
 * Sends each call once, spread evenly over the connections. Throws unless every answer is 200 and starts with `begins`,
 * because a figure over refusals would mean nothing.
 */
export async function sendAll(url: string, calls: readonly Call[], begins: string): Promise<Load> {
  const shares = Array.from({ length: connections }, (_, share) =>
    calls
      .filter((_call, index) => index % connections === share)
      .map((call) => (call.body === undefined ? call : { ...call, headers: json })),
  )
  let next = 0
  let wrong = ''
  const times: number[] = []
  let started = 0
  let ended = 0
  await new Promise<void>((resolve, reject) => {
    const tracker = autocannon(
      {
        url,
        connections,
        amount: calls.length,
        timeout: 30,
        sampleInt: 20,
        setupClient: (client) => {
          client.setRequests(shares[next] ?? [])
          next += 1
        },
        verifyBody: (body) => {
          const isRight = body.slice(0, begins.length).toLowerCase() === begins
          if (!isRight) wrong = body
          return isRight
        },
      },
      (error, result) => {
        const { errors, mismatches, non2xx } = result
        const bad = errors + mismatches + non2xx
        if (error !== null) reject(error)
        else if (bad > 0 || times.length !== calls.length) {
          const counts = { sent: calls.length, answered: times.length, errors, mismatches, non2xx }
          reject(new Error(`${calls[0]?.path}: ${JSON.stringify(counts)} ${wrong.slice(0, 300)}`))
        } else resolve()
      },
    )
    tracker.on('start', () => {
      started = performance.now()
    })
    tracker.on('response', (_client, _status, _bytes, milliseconds: number) => {
      times.push(milliseconds)
      ended = performance.now()
    })
  })
  times.sort((a, b) => a - b)
  return {
    requests: calls.length,
    perSecond: calls.length / ((ended - started) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** The value below which that share of the sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
