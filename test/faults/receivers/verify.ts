import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { signOf } from '../../../scripts/client/merchant-client.ts'

/** A callback body's order, paid amount and event. */
type CallbackOrder = {
  readonly uid: string
  readonly number: string
  readonly amount: number
  readonly event: string
}

/** Reads a callback's body. */
export function readBody(
  text: string,
): CallbackOrder & { readonly fields: Record<string, unknown> } {
  const fields: Record<string, unknown> = JSON.parse(text)
  const isPayout = fields.type === 'payout'
  return {
    fields,
    uid: String(fields.uid),
    number: String(isPayout ? fields.serial_no : fields.orderid),
    amount: Number(isPayout ? fields.actual_amount : fields.paid_amount),
    event: String(fields.event ?? ''),
  }
}

/** Whether the body's `sign` and the Standard Webhooks signature hold under the merchant's secret. */
export function verifies(
  fields: Record<string, unknown>,
  text: string,
  headers: IncomingHttpHeaders,
  secret: string,
): boolean {
  if (signOf(fields, secret) !== fields.sign) return false
  try {
    new Webhook(secret, { format: 'raw' }).verify(text, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
