// The load generator comes without types; these are the parts of it that the bench uses.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type LoadRequest = {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }
  type Client = EventEmitter & { setRequests(requests: readonly LoadRequest[]): void }
  type Options = {
    readonly url: string
    readonly connections: number
    readonly amount: number
    readonly timeout: number
    readonly sampleInt: number
    readonly setupClient: (client: Client) => void
    readonly verifyBody: (body: string) => boolean
  }
  type Result = {
    readonly errors: number
    readonly timeouts: number
    readonly mismatches: number
    readonly non2xx: number
    readonly '2xx': number
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter
}
