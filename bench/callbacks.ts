import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorMs } from './accounting.ts'
import type { Comparison, Pair, Run } from './compare.ts'
import type { Runtime } from './platform.ts'
import type { Turns } from './turns.ts'

/** The port of the bench's receiver, which the bare Worker's consumer has too. */
const receiverPort = 18790

/**
 * Measures how fast `count` due callbacks reach their receiver, from the wake-up messages in the queue until each id
 * has arrived. Throws when a callback is missing, has come twice, or is not stored as delivered.
 */
export async function compareCallbacks(
  pair: Pair,
  { pairs, count }: { readonly pairs: number; readonly count: number },
  turns: Turns,
  tell: (line: string) => void,
): Promise<Comparison> {
  const receiver = spawn(process.execPath, [
    join(import.meta.dirname, 'receiver.ts'),
    `${receiverPort}`,
  ])
  try {
    await once(receiver.stdout, 'data')
    const ours: Run[] = []
    const bare: Run[] = []
    // Each run has new ids, so that what a failed run has left does not count in the next.
    let times = 0
    const take = (side: keyof Pair) => {
      const once = () => {
        times += 1
        return drain(pair[side], count, times)
      }
      return turns.take(`callbacks, ${side}`, pair[side], once, once)
    }
    for (let turn = -1; turn < pairs; turn += 1) {
      const one = await take('ours')
      const other = await take('bare')
      if (turn < 0) continue
      ours.push(one)
      bare.push(other)
      const [rate, bareRate] = [one, other].map(({ perSecond }) => perSecond.toFixed(0))
      tell(`  ${turn + 1}/${pairs}  ${rate} /s, bare ${bareRate} /s`)
    }
    return { kind: 'callbacks', ours, bare }
  } finally {
    receiver.kill()
  }
}

async function drain(running: Runtime, count: number, turn: number): Promise<Run> {
  const { database, queue, pid } = running
  const first = turn * 1_000_000_000
  await database.prepare(insertSql).bind(first, count, `http://127.0.0.1:${receiverPort}/`).run()
  await askReceiver('/forget')
  const before = processorMs(pid)
  const started = performance.now()
  for (let sent = 0; sent < count; sent += 100) {
    const size = Math.min(100, count - sent)
    const ids = Array.from({ length: size }, (_, n) => first + (sent + n) * idStep)
    await queue.sendBatch(ids.map((orderId) => ({ body: { orderId } })))
  }
  await arrived(count)
  const seconds = (performance.now() - started) / 1000
  const used = processorMs(pid) - before
  await settled(database, first, count)
  const none = Number.NaN
  const perSecond = count / seconds
  return { requests: count, perSecond, p50: none, p99: none, processorMs: used / count }
}

// The distance between ids of collections in the first database.
const idStep = 32

const insertSql = `with recursive numbers (n) as (
    select 0 union all select n + 1 from numbers where n + 1 < ?2
  )
  insert into callbacks (order_id, merchant_id, trade_no, url, body, state, attempts, next_at,
    created_at, scheduled_attempts)
  select ?1 + n * ${idStep}, 1, 'C' || (?1 + n * ${idStep}), ?3,
    json_object('type', 'collection', 'uid', 'DEMO0001', 'orderid', 'O-' || n, 'amount', 1000,
      'paid_amount', 1000, 'status', 'success'), 'due', 0, 1, 1, 0
  from numbers`

async function arrived(count: number): Promise<void> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    const { distinct, total } = await askReceiver('/')
    if (total > distinct) throw new Error(`${total - distinct} callbacks came twice`)
    if (distinct === count) return
    await sleep(10)
  }
  throw new Error(`not all of ${count} callbacks have arrived`)
}

async function askReceiver(path: string): Promise<{ distinct: number; total: number }> {
  const answer = await fetch(`http://127.0.0.1:${receiverPort}${path}`)
  return answer.json() as Promise<{ distinct: number; total: number }>
}

// The last attempts are stored after their callbacks have arrived.
async function settled(database: D1Database, first: number, count: number): Promise<void> {
  const deadline = performance.now() + 10_000
  const sql = `select count(*) as n from callbacks
    where order_id >= ? and order_id < ? and state = 'delivered' and first_attempt is not null`
  const last = first + count * idStep
  while (performance.now() < deadline) {
    const row = await database.prepare(sql).bind(first, last).first<{ n: number }>()
    if (row?.n === count) return
    await sleep(20)
  }
  throw new Error(`not all of ${count} callbacks are written as delivered`)
}
