import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inject } from 'vitest'
import type { AlarmName, Doubt } from '../../../src/contract/back-office/states.ts'

/** Parks the callback of an order, as eight leases in a row that ran out do: that would take three hours. */
export function park(tradeNo: string): void {
  const parked = "update callbacks set state = 'parked', next_at = null where trade_no = ?"
  if (change(parked, tradeNo) !== 1) throw new Error(`no ${tradeNo}`)
}

/** Takes back what an operator has carried out alone today. */
export function forgetSums(actor: string): void {
  change('delete from carried_out_alone where actor = ?', actor)
}

/** Makes a collection one of yesterday. */
export function makeYesterdays(tradeNo: string): void {
  const earlier = 'update collections set created_at = created_at - 86400 where trade_no = ?'
  if (change(earlier, tradeNo) !== 1) throw new Error(`no ${tradeNo}`)
}

/** Lets the time of a collection's page be over: the next sweep ends its link. */
export function endPage(tradeNo: string): void {
  const over = `update payment_links set wait_expires_at = unixepoch() - 1
    where collection_id = (select id from collections where trade_no = ?)`
  if (change(over, tradeNo) !== 1) throw new Error(`no ${tradeNo}`)
}

/** Judges a bank transaction, as the service does after its commit. The minute's job would judge it anew: it does not. */
export function storeDoubts(id: number, doubts: readonly Doubt[]): void {
  const judged = 'update bank_transactions set doubts = ? where id = ?'
  if (change(judged, JSON.stringify(doubts), id) !== 1) throw new Error(`no ${id}`)
  change(`create trigger keep_doubts_${id} before update of doubts on bank_transactions
    when old.id = ${id} and new.state = 'unclaimed' begin select raise(ignore); end`)
}

/** Makes a settled collection one that the service has settled and no statement has proved in two days. */
export function storeSettledByService(tradeNo: string): void {
  const settled =
    "update collections set settled_by = 'auto', proof = 'unproven' where trade_no = ?"
  if (change(settled, tradeNo) !== 1) throw new Error(`no ${tradeNo}`)
}

/** Makes an account one on which settlements by the service await proof: so many dollars, so many of them unproven. */
export function storeAwaiting(accountId: number, dollars: number, unproven: number): void {
  const awaiting = 'update bank_accounts set auto_awaiting = ?, auto_unproven = ? where id = ?'
  if (change(awaiting, dollars * 100, unproven, accountId) !== 1) throw new Error(`no ${accountId}`)
}

/** Stores an alarm that has stood for ten minutes, or was over then, as the minute's job would. */
export function storeAlarm(name: AlarmName, subject: string, state: 'standing' | 'over'): void {
  const at = Math.floor(Date.now() / 1000) - 600
  const [since, over] = state === 'standing' ? [at, null] : [null, at]
  const values = [name, subject, 1_320, since, over, at - 120, at, over]
  const columns = `name, subject, value, true_since, false_since, since, raised_at, over_at,
    webhook_notice, telegram_notice, notified_at, version`
  const told = `'raised', 'raised', ${at}, 1`
  change(
    `insert or replace into alarms (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ${told})`,
    ...values,
  )
}

// How many rows it has changed. The Worker does not wait for another's lock, and a transaction of its own that has begun to
// read cannot write any more once somebody else has: so it stands still for as long as the change takes, at a moment
// when it has none. One test at a time: another's end would wake the Worker in the middle of this one's change.
function change(sql: string, ...values: readonly (string | number | null)[]): number {
  return alone(() => {
    const path = databasePath()
    for (let tries = 0; tries < triesMax; tries += 1) {
      const changes = whileStopped(runtimesWith(path), () => writeAlone(path, sql, values))
      if (changes !== null) return changes
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
    throw new Error(`${path} was never without a transaction`)
  })
}

const triesMax = 200
const pauseMs = 10
const turnMs = 60_000

// A lock that the system takes back from a test that is killed.
function alone<T>(act: () => T): T {
  const lock = new DatabaseSync(join(inject('deskStateDir'), 'changes.lock'), { timeout: turnMs })
  try {
    lock.exec('begin exclusive')
    return act()
  } finally {
    lock.close()
  }
}

// Whatever fails, nothing that was stopped stays so: a Worker that stands still answers no test after this one.
function whileStopped<T>(pids: readonly number[], act: () => T): T {
  try {
    for (const pid of pids) signal(pid, 'SIGSTOP')
    return act()
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

function databasePath(): string {
  const directory = join(inject('deskStateDir'), 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const file = readdirSync(directory).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  if (file === undefined) throw new Error(`no database in ${directory}`)
  return join(directory, file)
}

// Runtimes alone: whoever else has the file open, such as another test, would not be there to go on.
function runtimesWith(path: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => isRuntimeWith(pid, path)).map(Number)
}

function isRuntimeWith(pid: string, path: string): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('workerd')) return false
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === path)
  } catch {
    // It has ended meanwhile.
    return false
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

// Null while a transaction is open: then the log of writes cannot begin anew.
function writeAlone(
  path: string,
  sql: string,
  values: readonly (string | number | null)[],
): number | null {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma synchronous = off')
    const checkpoint = database.prepare('pragma wal_checkpoint(restart)').get()
    if (checkpoint?.busy !== 0) return null
    return Number(database.prepare(sql).run(...values).changes)
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === protocolCode) return null
    throw error
  } finally {
    database.close()
  }
}

// SQLITE_PROTOCOL: the Worker stands still while it holds a lock on the log's index.
const protocolCode = 15
