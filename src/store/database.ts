import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { Refusal, type RefusalCode } from '../contract/refusals.ts'
import { pause } from '../units/time-limit.ts'
import { databaseFailure, databaseMessage } from './database-failures.ts'
import { type Guard, guards } from './guards.ts'

/** Any of the deployment's databases. */
export type Database = DrizzleD1Database & {
  readonly $client: D1Database
  readonly [records]: 'merchants' | 'platform'
}

declare const records: unique symbol

/** A database with merchants' records: merchants, orders, links, callbacks, books. */
export type MerchantDatabase = Database & { readonly [records]: 'merchants' }

/** The database with the directory of merchants and the products. */
export type PlatformDatabase = Database & { readonly [records]: 'platform' }

/** A statement in D1's form. */
type PlainStatement = { toSQL(): { readonly sql: string; readonly params: readonly unknown[] } }

/** A write to commit, to a database of that type. */
export type Statement<Target extends Database = MerchantDatabase> = PlainStatement & {
  /**
   * A query that has a row if this very statement was committed, and not if an equal one with other drawn values was.
   * Only for statements that break a constraint when committed twice.
   */
  readonly trace?: PlainStatement
  /** For the compiler only. */
  readonly [records]?: Target[typeof records]
}

/**
 * The outcome of a commit; all but `committed` have written nothing. `lost_race`: another move of the order, attempt of
 * the callback, adjustment of that key, turn of the switch, lift of the hold, change of the merchant, or order of the
 * erased member came first.
 * `number_taken`: the merchant has an order of that number. `withdrawal_waiting`: a withdrawal of the merchant is
 * pending. `link_exists`: the order has a current payment link. `id_taken`: the drawn id exists. `call_waits`: the same
 * call waits for approval. A guard: its condition did not hold.
 */
export type CommitOutcome =
  | 'committed'
  | 'lost_race'
  | 'number_taken'
  | 'withdrawal_waiting'
  | 'link_exists'
  | 'id_taken'
  | 'call_waits'
  | Exclude<Guard, 'approval_over'>

// The refusals of broken constraints of migrations/; any other is a bug.
const refusalOf: readonly (readonly [constraint: string, refusal: RefusalCode])[] = [
  ['UNIQUE constraint failed: merchants.uid', 'duplicate_merchant'],
  ['UNIQUE constraint failed: products.merchant_uid, products.sku', 'duplicate_product'],
  ['CHECK constraint failed: approval_over', 'approval_over'],
  // Its id is the directory's for its bank and number.
  ['UNIQUE constraint failed: bank_accounts.id', 'duplicate_bank_account'],
]
const outcomeOf: readonly (readonly [constraint: string, outcome: CommitOutcome])[] = [
  ['UNIQUE constraint failed: events.order_id, events.seq', 'lost_race'],
  ['UNIQUE constraint failed: callback_attempts.order_id, callback_attempts.number', 'lost_race'],
  ['NOT NULL constraint failed: callbacks.attempts', 'lost_race'],
  ['UNIQUE constraint failed: adjustments.merchant_id, adjustments.idempotency_key', 'lost_race'],
  ['CHECK constraint failed: auto_switch_state_known', 'lost_race'],
  // The merchant has changed since it was read, so its id was not found.
  ['NOT NULL constraint failed: collections.merchant_id', 'merchant_changed'],
  ['NOT NULL constraint failed: merchants.version', 'lost_race'],
  ['NOT NULL constraint failed: holds.lifted_by', 'lost_race'],
  ['NOT NULL constraint failed: erasures.merchant_id', 'lost_race'],
  ['UNIQUE constraint failed: collections.merchant_id, collections.orderid', 'number_taken'],
  ['UNIQUE constraint failed: payouts.merchant_id, payouts.serial_no', 'number_taken'],
  ['number_archived', 'number_taken'],
  ['link_archived', 'link_closed'],
  // Another run has given up the object, or has archived the orders.
  ['NOT NULL constraint failed: archived_orders.object_id', 'archive_changed'],
  ['UNIQUE constraint failed: archived_orders.id', 'archive_changed'],
  // The index has the merchant alone.
  ['UNIQUE constraint failed: payouts.merchant_id', 'withdrawal_waiting'],
  ['UNIQUE constraint failed: payment_links.merchant_id, payment_links', 'link_exists'],
  ['UNIQUE constraint failed: collections.id', 'id_taken'],
  ['UNIQUE constraint failed: payouts.id', 'id_taken'],
  ['UNIQUE constraint failed: payment_links.id', 'id_taken'],
  ['UNIQUE constraint failed: approvals.id', 'id_taken'],
  ['UNIQUE constraint failed: bank_account_directory.id', 'id_taken'],
  ['UNIQUE constraint failed: bank_transactions.id', 'id_taken'],
  ['UNIQUE constraint failed: bank_imports.id', 'id_taken'],
  ['UNIQUE constraint failed: holds.id', 'id_taken'],
  ['UNIQUE constraint failed: approvals.digest', 'call_waits'],
  // Another line of the account has the number, or the same feed has reported the line.
  ["UNIQUE constraint failed: index 'bank_transactions_external'", 'account_changed'],
  ['UNIQUE constraint failed: bank_transaction_numbers', 'account_changed'],
  ...guards.flatMap((guard) =>
    guard === 'approval_over' ? [] : [[`CHECK constraint failed: ${guard}`, guard] as const],
  ),
]

/** Opens a database that merchants' records are in. */
export function openMerchantDatabase(d1: D1Database): MerchantDatabase {
  return drizzle(d1) as MerchantDatabase
}

/** A connection to a database whose answers are all at least as new as `bookmark`; null before the first. */
export type Session<Target extends Database = MerchantDatabase> = {
  readonly db: Target
  readonly bookmark: () => string | null
}

/**
 * A session of a database for reads that decide nothing, which a replica may answer. It is never older than an earlier
 * session's `bookmark`; null asks the primary first.
 */
export function openSession<Target extends Database>(
  { $client: client }: Target,
  bookmark: string | null,
): Session<Target> {
  const isKnown = bookmark !== null && bookmarkPattern.test(bookmark)
  return sessionOf(client.withSession(isKnown ? bookmark : 'first-primary'))
}

const bookmarkPattern = /^[0-9a-f-]{1,100}$/

/** A session for reads that need no minimum age: any replica may answer. */
export function openReplica<Target extends Database>({ $client: client }: Target): Target {
  return sessionOf<Target>(client.withSession('first-unconstrained')).db
}

function sessionOf<Target extends Database>(session: D1DatabaseSession): Session<Target> {
  return { db: overClient(session), bookmark: () => session.getBookmark() }
}

/**
 * A connection for decisions: the primary answers, as without a session, and the bookmark covers its answers. Only the
 * first call of a session is certain to reach the primary, so each call has its own.
 */
export function openPrimary<Target extends Database>({ $client: client }: Target): Session<Target> {
  const sessions: D1DatabaseSession[] = []
  const next = () => {
    const session = client.withSession('first-primary')
    sessions.push(session)
    return session
  }
  const calls: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare: (sql) => next().prepare(sql),
    batch: (statements) => next().batch(statements),
  }
  // D1 gives bookmarks that sort by age.
  const bookmarks = () => sessions.flatMap((session) => session.getBookmark() ?? []).sort()
  return { db: overClient(calls), bookmark: () => bookmarks().at(-1) ?? null }
}

/** A connection that calls `count` for each statement, which D1 counts for an invocation. */
export function openCounted<Target extends Database>(
  { $client: client }: Target,
  count: () => void,
): Target {
  const prepare = (sql: string) => {
    count()
    return client.prepare(sql)
  }
  return overClient({ prepare, batch: (statements) => client.batch(statements) })
}

// Drizzle's types require a whole database; it calls only prepared statements and batches.
function overClient<Target extends Database>(
  client: Pick<D1Database, 'prepare' | 'batch'>,
): Target {
  return drizzle(client as D1Database) as Database as Target
}

/** Opens the database that holds the directory of merchants and the products. */
export function openPlatformDatabase(d1: D1Database): PlatformDatabase {
  return drizzle(d1) as PlatformDatabase
}

/**
 * Writes all statements or none, as one D1 batch. Throws the refusal of a broken constraint, returns the outcomes that
 * a caller can handle, and rethrows every other error.
 *
 * A batch with traces is retried if D1 asks for it (decisions §3). If D1 does not say whether a try was committed, or a
 * later try meets the rows of an earlier one, the traces decide. No other batch is retried.
 *
 * @param isAgain whether the caller has tried it before, and the try may have been committed
 */
export async function commit<Target extends Database>(
  { $client: client }: Target,
  statements: readonly [Statement<Target>, ...Statement<Target>[]],
  isAgain = false,
): Promise<CommitOutcome> {
  const traces = statements.flatMap(({ trace }) => trace ?? [])
  const run = await runBatch(client, statements, traces.length > 0)
  if (run.kind === 'done') return 'committed'
  const { error, mayBeCommitted } = run
  if ((mayBeCommitted || isAgain) && (await haveRows(client, traces))) return 'committed'
  const message = databaseMessage(error)
  const isBroken = ([constraint]: readonly [string, unknown]) => hasConstraint(message, constraint)
  const refusal = refusalOf.find(isBroken)
  if (refusal !== undefined) throw new Refusal(refusal[1])
  const outcome = outcomeOf.find(isBroken)
  if (outcome !== undefined) return outcome[1]
  throw error
}

// Compares the whole name: another constraint may begin with the same word.
function hasConstraint(message: string, constraint: string): boolean {
  const at = message.indexOf(constraint)
  return at !== -1 && !/\w/.test(message.charAt(at + constraint.length))
}

type BatchRun =
  | { readonly kind: 'done'; readonly results: readonly D1Result[] }
  | { readonly kind: 'failed'; readonly error: unknown; readonly mayBeCommitted: boolean }

// The pauses before each further try: a database that was reset is back within about a second.
const pausesMs = [100, 300, 900]

async function runBatch(
  client: D1Database,
  statements: readonly PlainStatement[],
  mayRepeat: boolean,
): Promise<BatchRun> {
  for (let tries = 0; ; tries += 1) {
    try {
      const bound = statements.map((statement) => {
        const { sql, params } = statement.toSQL()
        return client.prepare(sql).bind(...params)
      })
      return { kind: 'done', results: await client.batch(bound) }
    } catch (error) {
      const failure = databaseFailure(error)
      const pauseMs = pausesMs[tries]
      if (failure !== 'transient' || !mayRepeat || pauseMs === undefined) {
        return { kind: 'failed', error, mayBeCommitted: failure !== null || tries > 0 }
      }
      await pause(pauseMs)
    }
  }
}

async function haveRows(client: D1Database, queries: readonly PlainStatement[]): Promise<boolean> {
  if (queries.length === 0) return false
  const run = await runBatch(client, queries, true)
  if (run.kind === 'failed') throw run.error
  return run.results.every(({ results }) => results.length > 0)
}
