import { type Operations, paths, unsigned } from './contract.ts'
import { Unanswered } from './errors.ts'
import { answerOf, type Patience, type Repeat, repeated, repeats } from './retry.ts'
import { type Outcome, send } from './send.ts'
import { type Fields, signedBody } from './sign.ts'

/** The merchant that calls, and the service's address. */
export type ClientOptions = {
  /** The service's address, for example `https://pay.example`. */
  readonly baseUrl: string
  readonly uid: string
  /** The API secret. It is never sent. */
  readonly secret: string
  /** How long one try may take, in milliseconds; by default 30,000. */
  readonly timeoutMs?: number
  /** Tries in all of a call that may be repeated; by default 4. */
  readonly tries?: number
  /**
   * The longest wait between two tries, in seconds, before up to a quarter more at random; by default 60, the longest
   * `Retry-After` of a rate limit. A call that would have to wait longer throws.
   */
  readonly waitSecondsMax?: number
  /** Of messages and the page at `docUrl`; by default messages in Traditional Chinese, the page as the browser asks. */
  readonly language?: 'zh-TW' | 'en'
  /** Sends the requests; by default the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

/** Options of one call. */
export type CallOptions = { readonly signal?: AbortSignal }

/**
 * The calls of the API by name. Each signs its fields and returns the service's answer, or throws `Refused` or
 * `Unanswered`. A creation whose outcome is unknown is repeated with the same number. If an order of that number
 * exists, from an earlier try or from before a crash, and has the same content, the call returns it as it stands; with
 * another content it is refused (`duplicate_orderid`, `duplicate_serial_no`).
 */
export type MerchantClient = {
  readonly [Name in keyof Operations]: Call<Operations[Name]['request'], Operations[Name]['answer']>
}

type Call<Request, Answer> =
  Record<string, never> extends Request
    ? (fields?: Request, options?: CallOptions) => Promise<Answer>
    : (fields: Request, options?: CallOptions) => Promise<Answer>

/** Makes a client. Throws a `TypeError` if `baseUrl` is no address. */
export function merchantClient(options: ClientOptions): MerchantClient {
  const names = Object.keys(paths) as (keyof Operations)[]
  const calls = names.map((name) => [
    name,
    (fields: Fields = {}, { signal }: CallOptions = {}) => call(caller, name, fields, signal),
  ])
  const caller: Caller = { ...options, base: new URL(options.baseUrl) }
  return Object.fromEntries(calls)
}

type Caller = ClientOptions & { readonly base: URL }

async function call(
  caller: Caller,
  name: keyof Operations,
  fields: Fields,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  const repeat: Repeat = repeats[name] ?? 'safe'
  // A look-up is not given names of the earlier protocol: it would ignore them and might find another order.
  const earlier = Object.keys(fields).find((field) => /[A-Z]|^name$/.test(field))
  if (typeof repeat === 'object' && earlier !== undefined) {
    throw new TypeError(`${earlier}: use the current name, as payee_account`)
  }
  const attempt = () => attemptOf(caller, name, fields, signal)
  const { outcome, mayHaveHappened } = await repeated(repeat, patienceOf(caller, signal), attempt)
  if (typeof repeat === 'object' && isRefusedAs(repeat.refusedAs, outcome)) {
    return (await orderOf(caller, repeat, fields, signal)) ?? answerOf(outcome, false)
  }
  return answerOf(outcome, mayHaveHappened && !reads.test(name))
}

const reads = /^(?:get|list|query)/

// The order that has the number, if it is what this call asks for; else null.
async function orderOf(
  caller: Caller,
  { number, lookUp, kind }: Exclude<Repeat, string>,
  fields: Fields,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown> | null> {
  const beneficiary_name = fields.beneficiary_name || fields.payee_name
  const asked: Fields = { ...fields, beneficiary_name }
  const found = await call(caller, lookUp, { [number]: fields[number] }, signal).catch((cause) => {
    throw new Unanswered(cause, true)
  })
  const { ok, message, data } = found
  const made = data as Fields
  // A field that is left out counts, too. Other fields, such as `notify_url`, may differ.
  const names = kind === undefined ? (parties[number] ?? []) : []
  const isSame =
    made.kind === kind &&
    (asked.amount === 'all' || Number(made.amount) === Number(asked.amount)) &&
    names.every((name) => String(asked[name] ?? '') === String(made[name] ?? ''))
  return isSame ? { ok, message, data } : null
}

const parties: Readonly<Record<string, readonly string[]>> = {
  orderid: ['counterparty_account', 'member_bank_name', 'user_id', 'user_name'],
  serial_no: ['payee_name', 'payee_bank', 'payee_account', 'beneficiary_name'],
}

function isRefusedAs(code: string, outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.refused.error === code
}

function attemptOf(
  { base, uid, secret, timeoutMs = 30_000, language, fetch: request = fetch }: Caller,
  name: keyof Operations,
  fields: Fields,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
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

function patienceOf(
  { tries = 4, waitSecondsMax = 60 }: Caller,
  signal: AbortSignal | undefined,
): Patience {
  const isStopped = () => signal?.aborted ?? false
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
  return { tries, waitSecondsMax, wait, isStopped }
}
