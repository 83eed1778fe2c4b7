/** POSTs a callback, and stores the attempt with the state. */
export async function deliver({ DB }: Env, orderId: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const sign = '0'.repeat(32)
  const signature = `v1,${'0'.repeat(44)}`
  const body = JSON.stringify({ type: 'collection', id: orderId, timestamp: now, sign })
  const headers = { 'content-type': 'application/json', 'webhook-id': String(orderId) }
  const answer = await fetch(receiver, { method: 'POST', headers, body })
  const text = await answer.text()
  const attempt = JSON.stringify({
    trigger: 'schedule',
    outcome: 'delivered',
    httpStatus: answer.status,
    answer: text,
    startedAt: now,
    durationMs: 0,
    eventNumber: 1,
    signedAt: now,
    sign,
    webhookSignature: signature,
  })
  await DB.prepare(deliveredSql).bind(now, answer.status, attempt, orderId).run()
}

// The address of the bench's receiver.
const receiver = 'http://127.0.0.1:18790/notify'

const deliveredSql = `update callbacks set state = 'delivered', attempts = 1, scheduled_attempts = 1,
  next_at = null, last_attempt_at = ?, last_outcome = 'delivered', last_http_status = ?,
  first_attempt = ?
  where order_id = ?`
