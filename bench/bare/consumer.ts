/** POSTs a callback, and stores the attempt and the state in one batch. */
export async function deliver({ DB }: Env, orderId: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const sign = '0'.repeat(32)
  const signature = `v1,${'0'.repeat(44)}`
  const body = JSON.stringify({ type: 'collection', id: orderId, timestamp: now, sign })
  const headers = { 'content-type': 'application/json', 'webhook-id': String(orderId) }
  const answer = await fetch(receiver, { method: 'POST', headers, body })
  const text = await answer.text()
  await DB.batch([
    DB.prepare(attemptSql).bind(orderId, answer.status, text, now, now, sign, signature),
    DB.prepare(deliveredSql).bind(now, answer.status, orderId),
  ])
}

// The address of the bench's receiver.
const receiver = 'http://127.0.0.1:18790/notify'

const attemptSql = `insert into callback_attempts
  (order_id, number, trigger_name, outcome, http_status, answer, started_at, duration_ms,
    signed_at, sign, webhook_signature)
  values (?, 1, 'schedule', 'delivered', ?, ?, ?, 0, ?, ?, ?)`
const deliveredSql = `update callbacks set state = 'delivered', attempts = 1, scheduled_attempts = 1,
  next_at = null, last_attempt_at = ?, last_outcome = 'delivered', last_http_status = ?
  where order_id = ?`
