import { type Operations, paths, unsigned } from './contract.ts'
import { Unanswered } from './errors.ts'
import { answerOf, type Repeat, type RetryPolicy, repeatRules, withRetries } from './retry.ts'
import { type Outcome, send } from './send.ts'
import { type Fields, signedBody } from './sign.ts'

/** The merchant, the service's address, and the limits of a call. */
export type ClientOptions = {
  /** The service's address, for example `https://pay.example`. */
  readonly baseUrl: string
  readonly uid: string
  /** The API secret. It is never sent. */
  readonly secret: string
  /** The time limit of one attempt, in milliseconds; by default 30,000. */
  readonly timeoutMs?: number
  /** The total number of attempts of a repeatable call; by default 4. */
  readonly tries?: number
  /**
   * The longest delay between two attempts, in seconds, before up to 25 % jitter; by default 60, the longest
   * `Retry-After` of a rate limit. A call that would have to wait longer throws.
   */
  readonly waitSecondsMax?: number
  /**
   * The language of messages and of the page at `docUrl`; by default Traditional Chinese, and the browser's for the
   * page.
   */
  readonly language?: 'zh-TW' | 'en'
  /** Sends the requests; by default the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

/** Options of one call. */
export type CallOptions = { readonly signal?: AbortSignal }

/**
 * The calls of the API by name. Each signs its fields and returns the service's answer, or throws `Refused` or
 * `Unanswered`. A creation whose outcome is unknown is repeated with the same number. If an order with that number and
 * the same content exists, from an earlier attempt or from before a crash, the call returns its current state; an order
 * with other content makes the call throw `Refused` (`duplicate_orderid`, `duplicate_serial_no`).
 */
export type MerchantClient = {
  readonly [Name in keyof Operations]: Call<Operations[Name]['request'], Operations[Name]['answer']>
}

type Call<Request, Answer> =
  Record<string, never> extends Request
    ? (fields?: Request, options?: CallOptions) => Promise<Answer>
    : (fields: Request, options?: CallOptions) => Promise<Answer>

/** Makes a client. Throws a `TypeError` if `baseUrl` is not a URL. */
export function merchantClient(options: ClientOptions): MerchantClient {
  const names = Object.keys(paths) as (keyof Operations)[]
  const calls = names.map((name) => [
    name,
    (fields: Fields = {}, { signal }: CallOptions = {}) => call({ caller, name, fields, signal }),
  ])
  const caller: Caller = { ...options, base: new URL(options.baseUrl) }
  return Object.fromEntries(calls)
}

type Caller = ClientOptions & { readonly base: URL }

type ClientCall = {
  readonly caller: Caller
  readonly name: keyof Operations
  readonly fields: Fields
  readonly signal: AbortSignal | undefined
}

async function call(clientCall: ClientCall): Promise<Record<string, unknown>> {
  const { name, fields } = clientCall
  const repeat: Repeat = repeatRules[name] ?? 'safe'
  // A look-up would ignore the names of the earlier protocol and might find another order.
  const earlier = Object.keys(fields).find((field) => /[A-Z]|^name$/.test(field))
  if (typeof repeat === 'object' && earlier !== undefined) {
    throw new TypeError(`${earlier}: use the current name, as payee_account`)
  }
  const attempt = () => attemptOf(clientCall)
  const { outcome, mayHaveHappened } = await withRetries(repeat, retryPolicyOf(clientCall), attempt)
  if (typeof repeat === 'object' && isRefusedAs(repeat.refusedAs, outcome)) {
    return (await existingOrder(clientCall, repeat)) ?? answerOf(outcome, false)
  }
  return answerOf(outcome, mayHaveHappened && !reads.test(name))
}

const reads = /^(?:get|list|query)/

// The order with the call's number if its content is the call's, too; otherwise null.
async function existingOrder(
  { caller, fields, signal }: ClientCall,
  { number, lookUp, kind }: Exclude<Repeat, string>,
): Promise<Record<string, unknown> | null> {
  const beneficiary_name = fields.beneficiary_name || fields.payee_name
  const requested: Fields = { ...fields, beneficiary_name }
  const query = { caller, name: lookUp, fields: { [number]: fields[number] }, signal }
  const { ok, message, data } = await call(query).catch((cause) => {
    throw new Unanswered(cause, true)
  })
  const order = data as Fields
  // An absent field is compared, too. Other fields, such as `notify_url`, may differ.
  const names = kind === undefined ? (parties[number] ?? []) : []
  const isSame =
    order.kind === kind &&
    (requested.amount === 'all' || Number(order.amount) === Number(requested.amount)) &&
    names.every((name) => String(requested[name] ?? '') === String(order[name] ?? ''))
  return isSame ? { ok, message, data } : null
}

const parties: Readonly<Record<string, readonly string[]>> = {
  orderid: ['counterparty_account', 'member_bank_name', 'user_id', 'user_name'],
  serial_no: ['payee_name', 'payee_bank', 'payee_account', 'beneficiary_name'],
}

function isRefusedAs(code: string, outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.refused.error === code
}

function attemptOf({ caller, name, fields, signal }: ClientCall): Promise<Outcome> {
  const { base, uid, secret, timeoutMs = 30_000, language, fetch: request = fetch } = caller
  const url = new URL(paths[name], base)
  const timeOut = AbortSignal.timeout(timeoutMs)
  const init = {
    signal: signal === undefined ? timeOut : AbortSignal.any([signal, timeOut]),
    headers: { 'accept-language': language ?? '*', 'content-type': 'application/json' },
  }
  if (unsigned.has(name)) {
    for (const [field, value] of Object.entries(fields)) {
      if (value != null && value !== '') url.searchParams.set(field, String(value))
    }
    return send(request, url, init)
  }
  const timestamp = Math.floor(Date.now() / 1000)
  const body = signedBody({ ...fields, uid, timestamp }, secret)
  return send(request, url, { ...init, method: 'POST', body })
}

function retryPolicyOf({ caller, signal }: ClientCall): RetryPolicy {
  const { tries = 4, waitSecondsMax = 60 } = caller
  const isAborted = () => signal?.aborted ?? false
  const wait = (seconds: number) =>
    new Promise<void>((resolve) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      const timer = setTimeout(stop, seconds * 1000)
      signal?.addEventListener('abort', stop, { once: true })
    })
  return { tries, waitSecondsMax, wait, isAborted }
}
