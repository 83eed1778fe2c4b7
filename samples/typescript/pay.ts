// The payment service for a merchant's server. Copy this file; it needs Node.js and no package.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** The secret stays on your server: never in a page, an app or a repository. */
export type Account = {
  readonly api: string
  readonly uid: string
  readonly secret: string
  /** While a secret is being replaced, the other of the two: callbacks are verified with both. */
  readonly otherSecret?: string | undefined
}

/** NT$ as text, `"1000"` or `"1000.50"`: no number, so that nobody sends hundredths by mistake. */
export type Amount = string
export type Value = string | number | boolean | object | null | undefined
export type Fields = Readonly<Record<string, Value>>

// docs:sign
/**
 * The `sign` of parameters, given as the texts that are sent: leave out empty ones, sort by name,
 * join with `&`, append the secret as `key`, and take the MD5 in upper case.
 */
export function sign(texts: ReadonlyMap<string, string>, secret: string): string {
  const pairs = [...texts.keys()]
    .filter((name) => name !== 'sign' && texts.get(name) !== '')
    .sort()
    .map((name) => `${name}=${texts.get(name)}`)
  const text = [...pairs, `key=${secret}`].join('&')
  return createHash('md5').update(text, 'utf8').digest('hex').toUpperCase()
}

/** The JSON body of a signed request. */
export function signedBody(fields: Fields, secret: string): string {
  const texts = new Map<string, string>()
  const members: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === '') continue
    const isAmount = name.endsWith('amount')
    if (typeof value === 'number' && (isAmount || !Number.isSafeInteger(value))) {
      throw new TypeError(`${name}: give ${value} as text, NT$ such as "1000" or "1000.50"`)
    }
    // JSON is written once: the text that is signed is the text that is sent.
    const json = JSON.stringify(value)
    texts.set(name, typeof value === 'string' ? value : json)
    members.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${[...members, `"sign":"${sign(texts, secret)}"`].join(',')}}`
}
// docs:end

/** The failure that `callUntilAnswered` acts on. */
class Failed extends Error {
  /** Seconds, from the `Retry-After` header; 0 without it. */
  readonly retryAfter: number
  /** Whether this attempt or an earlier one may have been carried out. */
  mayHaveHappened = false

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}

/** A refused request. Decide by `error`, whose codes never change; `message` is for people. */
export class Refused extends Failed {
  readonly error: string
  /** What is wrong with each field, if `error` is `validation_error`. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** Such as the `trade_no` of the order that has your number, and a `string_to_sign`. */
  readonly data: Answer
  /** Where the documentation says what to do. */
  readonly docUrl: string
  /** Quote it to the platform's support. */
  readonly requestId: string

  constructor(answer: Answer, retryAfter: number) {
    const errors = answer.errors === undefined ? '' : ` ${JSON.stringify(answer.errors)}`
    super(`${answer.error}: ${answer.message}${errors} (${answer.doc_url})`, retryAfter)
    this.error = String(answer.error)
    this.errors = answer.errors ?? {}
    this.data = answer.data ?? {}
    this.docUrl = String(answer.doc_url)
    this.requestId = String(answer.request_id)
  }
}

/** Whether a problem is one of these refusals. */
export function isRefused(problem: unknown, ...errors: readonly string[]): boolean {
  return problem instanceof Refused && errors.includes(problem.error)
}

/** The outcome is unknown: the request may have been carried out. */
export class OutcomeUnknown extends Failed {}

/** The documentation says what each answer holds. */
export type Answer = Record<string, any>

/** Sends a signed request to an endpoint, such as `collections`. */
export async function call(account: Account, endpoint: string, fields: Fields): Promise<Answer> {
  const timestamp = Math.floor(Date.now() / 1000)
  const body = signedBody({ uid: account.uid, timestamp, ...fields }, account.secret)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    // The language of messages; without it they are in Chinese (zh-TW).
    'accept-language': 'en',
  }
  const url = `${account.api.replace(/\/+$/, '')}/api/v1/merchant/${endpoint}`
  const signal = AbortSignal.timeout(30_000)
  let outcome = 'no answer'
  let retryAfter = 0
  let status: number
  let answer: Answer
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    status = response.status
    outcome = `HTTP ${status}, x-request-id ${response.headers.get('x-request-id')}`
    retryAfter = Number(response.headers.get('retry-after')) || 0
    answer = Object(await response.json())
    // Names that the service does not know; it tells test merchants.
    if (answer.ignored_fields) outcome += `, ignored: ${answer.ignored_fields}`
  } catch (cause) {
    throw new OutcomeUnknown(`${endpoint}: ${outcome}`, retryAfter, { cause })
  } finally {
    // For your log: support can find any request by its x-request-id.
    console.error(`${endpoint}: ${outcome}`)
  }
  if (answer.ok === 1) return answer
  // After a 500 or 503 the outcome is unknown.
  if (status >= 500 || answer.ok !== 0) {
    throw new OutcomeUnknown(`${endpoint}: ${outcome}`, retryAfter)
  }
  throw new Refused(answer, retryAfter)
}

/**
 * Sends a request up to four times, after no answer, 429, 500 or 503. Use it for what is safe to
 * repeat: queries, lists, links, and creations, whose number is accepted only once. If a creation
 * is `Refused` with `mayHaveHappened`, it may have been made: query its number.
 *
 * Waits 0.5, 1 and 2 seconds, but at least as long as `Retry-After` says, and up to a quarter
 * longer at random, so that servers do not retry in step. Throws if the wait would exceed a minute.
 */
export async function callUntilAnswered(
  account: Account,
  endpoint: string,
  fields: Fields,
): Promise<Answer> {
  let mayHaveHappened = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(account, endpoint, fields)
    } catch (problem) {
      if (!(problem instanceof Failed)) throw problem
      const isUnknown = problem instanceof OutcomeUnknown
      mayHaveHappened ||= isUnknown
      problem.mayHaveHappened = mayHaveHappened
      const mayRepeat = isUnknown || isRefused(problem, 'too_many_requests')
      const seconds = Math.max(2 ** (attempt - 2), problem.retryAfter)
      if (!mayRepeat || attempt === 4 || seconds > 60) throw problem
      await sleep(seconds * (1000 + Math.random() * 250))
    }
  }
}

// docs:create
/**
 * Creates a collection. Store its `orderid` before you call this. After `OutcomeUnknown`, or a
 * crash, call it again with the SAME number and content: it returns the existing order. With a new
 * number the member might be asked to pay twice. A number whose order has another amount or payer
 * is `Refused` with `duplicate_orderid`.
 */
export function createCollection(
  account: Account,
  order: Fields & { readonly orderid: string; readonly amount: Amount },
): Promise<Answer> {
  const find = () => findCollection(account, order.orderid)
  return createOnce(account, 'collections', order, find)
}

/**
 * Creates a payout by the same rules, with `serial_no`, payee and `duplicate_serial_no`. Never
 * retry with a new number: it might be paid twice. Its `notify_url` gets the outcome.
 */
export function createPayout(
  account: Account,
  payout: Fields & { readonly serial_no: string; readonly amount: Amount },
): Promise<Answer> {
  return createOnce(account, 'payouts', payout, () => findPayout(account, payout.serial_no))
}

async function createOnce(
  account: Account,
  endpoint: string,
  fields: Fields,
  find: () => Promise<Answer | null>,
): Promise<Answer> {
  // Names of v6.0 are not compared: another order could pass for this one.
  const earlier = Object.keys(fields).find((name) => /[A-Z]|^name$/.test(name))
  if (earlier) throw new TypeError(`${earlier}: use the current name, as payee_account`)
  if (!/^(all|\d{1,10}(\.\d{1,2})?)$/.test(String(fields.amount))) {
    throw new TypeError(`${fields.amount} is no amount`)
  }
  try {
    return madeIn(endpoint, await callUntilAnswered(account, endpoint, fields))
  } catch (problem) {
    const isTaken = isRefused(problem, 'duplicate_orderid', 'duplicate_serial_no')
    if (!(problem instanceof Refused && (isTaken || problem.mayHaveHappened))) throw problem
    // An earlier attempt made it, if it is as asked; else the number is another order's.
    const found = await find().catch((cause: Failed) => {
      const message = `${endpoint}: not looked up: ${cause.message}`
      throw new OutcomeUnknown(message, cause.retryAfter, { cause })
    })
    if (found === null) throw problem
    const made = madeIn(endpoint, found)
    if (!isAsAsked(endpoint, fields, made)) throw problem
    return made
  }
}
// docs:end

function madeIn(endpoint: string, { data }: Answer): Answer {
  if (typeof data?.trade_no === 'string') return data
  throw new OutcomeUnknown(`${endpoint}: an answer without trade_no`, 0)
}

/** Fields left out count too; others, such as `notify_url`, may differ. */
function isAsAsked(endpoint: string, fields: Fields, made: Answer): boolean {
  const beneficiary_name = fields.beneficiary_name || fields.payee_name
  const asked: Fields = { ...fields, beneficiary_name }
  const names = parties[endpoint] ?? []
  return (
    (made.kind === 'withdrawal') === (endpoint === 'withdrawals') &&
    (fields.amount === 'all' || hundredths(made.amount) === hundredths(`${fields.amount}`)) &&
    names.every((name) => String(asked[name] ?? '') === made[name])
  )
}

const parties: Readonly<Record<string, readonly string[]>> = {
  collections: ['counterparty_account', 'member_bank_name', 'user_id', 'user_name'],
  payouts: ['payee_name', 'payee_bank', 'payee_account', 'beneficiary_name'],
}

// docs:query
/** The collection with your number, or null. `status` is `PAID` or `MANUAL PAID` once paid. */
export function findCollection(account: Account, orderid: string): Promise<Answer | null> {
  return find(account, 'collections/status', { orderid })
}

/** The payout with your number, or null. `status` is `PENDING`, `PAID` or `CANCELLED`. */
export function findPayout(account: Account, serialNo: string): Promise<Answer | null> {
  return find(account, 'payouts/status', { serial_no: serialNo })
}

async function find(account: Account, endpoint: string, number: Fields): Promise<Answer | null> {
  try {
    return await callUntilAnswered(account, endpoint, number)
  } catch (problem) {
    if (isRefused(problem, 'order_not_found')) return null
    throw problem
  }
}
// docs:end

// docs:link
/**
 * The address to send the member's browser to, for an amount that you chose: a whole number. After
 * `OutcomeUnknown`, try again later: the same order gives the same link while it is valid.
 */
export async function createLink(account: Account, order: Fields): Promise<string> {
  const answer = await callUntilAnswered(account, 'payment-links/amount', order)
  return answer.redirect_url
}
// docs:end

// docs:callback
/**
 * Remembers which events were handled: in a file, as `store.ts` does, or in your database, in ONE
 * transaction, so that a crash neither loses nor doubles money. Your order is found by YOUR number,
 * of a link `merchant_order_no`, stored before you created it: the callback may come before the
 * creation's answer, and a payout's has no other.
 *
 *     insert into acted (webhook_id) values (?)  -- its primary key; there already: roll back, done
 *     -- not where id is null. Then act:
 *     select credited, event from orders where number = ? for update  -- none: throw; it comes again
 *     -- unless `event` is a number that is not above that event: book amount() - credited, and
 *     update orders set credited = <amount()>, event = coalesce(<event>, event) where number = ?
 */
export type EventStore = {
  /** Runs `act` and remembers `id`, both or neither. Does nothing for an id that it remembers. */
  once(id: string | null, act: () => Promise<void>): Promise<void>
}

/** A callback that is genuine. */
export type Callback = {
  /** `webhook-id`, the same however often the event is sent; null where `event` is. */
  readonly id: string | null
  /**
   * 1 of the order's first event, cb_X, and 2 of cb_X.2. Null where `webhook-signature`, which the
   * service always sends, was dropped on the way: `sign` does not vouch for the id, and the body
   * may be an old one that somebody sends again.
   */
  readonly event: number | null
  readonly type: 'collection' | 'payout'
  /** Yours: `orderid`, of a payout `serial_no`. */
  readonly number: string
  /** What the body has, as texts: anything but a string is its JSON as sent. */
  readonly texts: ReadonlyMap<string, string>
  /**
   * What should be credited, or for a payout, paid out. Where `event` is null it is looked up:
   * lock your row before you ask, so that no newer event is booked in between.
   */
  amount(): Promise<string>
}

/**
 * The answer to a callback, as plain text. `act` is run once for each event, however often it
 * comes; if it fails, answer 500 and it comes again.
 *
 * A callback reports the order's current state, not a movement of money: an order that is paid,
 * reversed and paid again has the events cb_X, cb_X.2 and cb_X.3, and adding them up would credit
 * it twice. So let `act` SET what stands for the order to `amount()`: book the difference to what
 * is booked so far. 0, as of one that `failed`, takes it back. The newest event wins: pass over one
 * whose `event` is not above the one booked last.
 *
 * @param headers with names in any case; of a `Request` give `Object.fromEntries(request.headers)`
 * @param raw the body as received: parsed and written again it would have another signature
 */
export async function answerCallback(
  account: Account,
  store: EventStore,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  raw: string,
  act: (callback: Callback) => Promise<void>,
): Promise<{ status: number; text: string }> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const found = new Map(named)
  const callback = verified(account, (name) => String(found.get(name) ?? ''), raw)
  if (typeof callback === 'string') return { status: 401, text: callback }
  await store.once(callback.id, () => act(callback))
  return { status: 200, text: 'success' }
}

/**
 * The callback, or what is wrong with it: that it is forged, was changed on its way, is older than
 * five minutes, or not one of yours.
 *
 * `webhook-signature` decides if it is present, otherwise `sign`. While a secret is being replaced,
 * `webhook-signature` has one signature by each, and `sign` is by either.
 */
function verified(
  account: Account,
  header: (name: string) => string,
  raw: string,
): Callback | 'wrong signature' | 'too old: check the clock' {
  const texts = readCallback(raw)
  if (texts === null) return 'wrong signature'
  const signatures = header('webhook-signature')
  const isInHeader = signatures !== ''
  const id = header('webhook-id')
  const time = (isInHeader ? header('webhook-timestamp') : texts.get('timestamp')) ?? ''
  const given = isInHeader ? signatures.split(' ') : [texts.get('sign') ?? '']
  const expected = [account.secret, account.otherSecret ?? '']
    .filter((key) => key !== '')
    .map((key) => {
      if (!isInHeader) return sign(texts, key)
      return `v1,${createHmac('sha256', key).update(`${id}.${time}.${raw}`).digest('base64')}`
    })
  const isSigned = given.some((one) => expected.some((other) => isSame(one, other)))
  const event = isInHeader ? eventOf(id) : null
  const type = texts.get('type')
  // A request of your own is signed by the same rule, and is no callback.
  const isCallback = texts.get('uid') === account.uid && texts.get('status')
  if (!isSigned || !isCallback || (type !== 'collection' && type !== 'payout') || event === 0) {
    return 'wrong signature'
  }
  const isNow = /^\d{1,12}$/.test(time) && Math.abs(Date.now() / 1000 - Number(time)) <= 300
  if (!isNow) return 'too old: check the clock'
  const isPayout = type === 'payout'
  const number = texts.get(isPayout ? 'serial_no' : 'orderid') ?? ''
  if (event !== null) {
    const amount = async () => texts.get(isPayout ? 'actual_amount' : 'paid_amount') ?? ''
    return { id, event, type, number, texts, amount }
  }
  const amount = async () => {
    const found = await (isPayout ? findPayout : findCollection)(account, number)
    if (found === null) throw new Error(`${number} is not there`)
    return String(found.paid)
  }
  return { id: null, event: null, type, number, texts, amount }
}

/** 1 of cb_X, 2 of cb_X.2; 0 of what is no id of an event. */
function eventOf(id: string): number {
  const [, , event = '1'] = /^cb_\w+(\.([1-9]\d{0,8}))?$/.exec(id) ?? [id, '', '0']
  return Number(event)
}

function readCallback(raw: string): ReadonlyMap<string, string> | null {
  try {
    JSON.parse(raw)
    return textsOf(raw)
  } catch {
    return null
  }
}
// docs:end

/** The parameters of a body, which is valid JSON, as the texts that are signed. */
export function textsOf(json: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  // Written again, an object or a number may differ from what was sent: their text is cut out.
  const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+)/y
  token.lastIndex = json.indexOf('{') + 1
  for (let depth = 1, name = '', start = 0; depth > 0; ) {
    const [, text = ''] = token.exec(json) ?? []
    if (text === '') throw new SyntaxError('no JSON object')
    if (depth === 1 && name !== '' && (text === ',' || text === '}')) {
      const value = json.slice(start, token.lastIndex - 1).trim()
      const isText = value.startsWith('"')
      texts.set(JSON.parse(name), isText ? JSON.parse(value) : value === 'null' ? '' : value)
      name = ''
    } else if (depth === 1 && name === '') name = text
    else if (depth === 1 && text === ':') start = token.lastIndex
    if ('{['.includes(text)) depth += 1
    if ('}]'.includes(text)) depth -= 1
  }
  return texts
}

/** Constant-time comparison, so signatures cannot be guessed byte by byte. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The body of a request of `node:http`; fails where it is far longer than any callback. */
export async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > 65_536) throw new Error('the body is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Has an order's newest callback sent again, of a collection or of a payout. */
export async function resendCallback(
  account: Account,
  order: { readonly orderid: string } | { readonly serial_no: string },
): Promise<Answer> {
  const type = 'serial_no' in order ? 'payout' : 'collection'
  return (await callUntilAnswered(account, 'callbacks/retry', { type, ...order })).data
}

/** What each payment costs you: the current price and the next one. */
export async function queryPricing(account: Account): Promise<Answer> {
  return (await callUntilAnswered(account, 'pricing', {})).data
}

/** Pays out to your own bank account; a whole amount. Retries if the response is lost. */
export function withdraw(account: Account, serialNo: string, amount = 'all'): Promise<Answer> {
  const fields = { serial_no: serialNo, amount }
  return createOnce(account, 'withdrawals', fields, () => findPayout(account, serialNo))
}

/** Your income, fees and payouts: the open statement, or the one with that number. */
export async function queryStatement(account: Account, number?: number): Promise<Answer> {
  return (await callUntilAnswered(account, 'statements', { number: number ?? null })).data
}

// docs:ledger
/** A number on which two books disagree. */
export type Difference = {
  readonly number: string
  readonly yours: Amount
  readonly theirs: Amount
}

/**
 * Compares a day, `2026-01-31` in Taipei, with your own books. For today, new entries may arrive
 * while you read: that is `Refused` with `errors.cursor`; start again.
 *
 * The ledger has an order on the day on which it was settled, at which moment its callback was
 * made. `paid_at` and `processed_at` are the bank's times and may be of the day before. So book an
 * order when its callback first comes, and file it under that day in Taipei.
 *
 * Orders of test callbacks, TEST- and their `trade_no`, are left out.
 *
 * @param yours for each `trade_no` what the day brought before fees; payouts are negative, as
 *   `books` of `store.ts` has it. Store that number: a payout's callback does not have it
 */
export async function reconcile(
  account: Account,
  day: string,
  yours: ReadonlyMap<string, Amount>,
): Promise<readonly Difference[]> {
  const theirs = new Map<string, number>()
  const stand: Record<string, number> = {}
  // `outside` and `fees` have no balance.
  const change = (bucket: string, by: number) => {
    if (bucket in stand) stand[bucket] = (stand[bucket] ?? 0) + by
  }
  let page: Answer = { next_cursor: null }
  do {
    const { next_cursor: cursor } = page
    const fields = { from: day, to: day, limit: 200, cursor }
    page = (await callUntilAnswered(account, 'ledger', fields)).data
    // The opening balance, from the first page: every page repeats it.
    for (const [bucket, amount] of Object.entries(page.opening)) {
      stand[bucket] ??= hundredths(amount as number)
    }
    for (const item of page.items) {
      const { trade_no, orderid, serial_no, bucket_from, bucket_to, amount, fee = 0 } = item
      change(bucket_from, -hundredths(amount))
      change(bucket_to, hundredths(amount))
      // The fee is taken from the bucket that the money enters, or from the one that it left.
      change(bucket_to in stand ? bucket_to : bucket_from, -hundredths(fee))
      const into = bucket_to in stand ? hundredths(amount) : 0
      const outOf = bucket_from in stand ? hundredths(amount) : 0
      // A platform adjustment without an order has its own number.
      const number = trade_no || orderid
      // The order of a test callback is not in your books.
      if ((orderid ?? serial_no) === `TEST-${trade_no}`) continue
      theirs.set(number, (theirs.get(number) ?? 0) + into - outOf)
    }
  } while (page.next_cursor !== null)
  for (const [bucket, amount] of Object.entries(page.closing)) {
    if (stand[bucket] !== hundredths(amount as number)) throw new Error(`${day}: ${bucket} is off`)
  }
  return [...new Set([...theirs.keys(), ...yours.keys()])]
    .map((number) => ({
      number,
      yours: dollars(hundredths(yours.get(number) ?? '0')),
      theirs: dollars(theirs.get(number) ?? 0),
    }))
    .filter((one) => one.yours !== one.theirs)
}

/** An amount or a balance in whole hundredths, which add up: `100.5` is 10050. */
export function hundredths(amount: string | number): number {
  const [, whole = '', part = ''] = /^(-?\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(amount)) ?? []
  if (whole === '') throw new TypeError(`${amount} is no amount`)
  return Number(`${whole}${part.padEnd(2, '0')}`)
}

/** The amount of whole hundredths: 10050 is `100.50`. */
export function dollars(hundredths: number): Amount {
  return (hundredths / 100).toFixed(2)
}
// docs:end
