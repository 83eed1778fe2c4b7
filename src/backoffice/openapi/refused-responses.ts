import type { Call } from '../../contract/back-office/call.ts'
import { refusals } from '../../contract/refusal-table.ts'
import type { RefusalCode } from '../../contract/refusals.ts'
import { type Json, schemaOfComponent } from './schemas.ts'

// The codes that only merchants' signed requests are refused with.
const merchantsOnly: readonly RefusalCode[] = [
  'ip_not_allowed',
  'timestamp_out_of_range',
  'signature_error',
  'duplicate_orderid',
  'duplicate_merchant_order_no',
  'order_not_found',
  'insufficient_balance',
]

/** The statuses that refusals of a call have. */
export function refusedStatuses({ method, answer }: Call): readonly number[] {
  const ofAll = [401, 403, 404, 405, 422, 500, 503]
  if (answer === 'csv') return [...ofAll, 429].sort()
  return method === 'GET' ? ofAll : [...ofAll, 409, 413, 415, 429].sort()
}

/** The codes of refusals that the back office's callers can meet, by status. */
export function refusedCodes(): ReadonlyMap<number, readonly RefusalCode[]> {
  const codes = (Object.keys(refusals) as RefusalCode[]).filter(
    (code) => !merchantsOnly.includes(code),
  )
  return Map.groupBy(codes, (code) => refusals[code].status)
}

/** The responses of refusals, one for each status: which codes it stands for, and what each means. */
export function refusedResponses(): Json {
  const all = [...refusedCodes()].map(([status, codes]) => [`Refused${status}`, refused(codes)])
  return Object.fromEntries(all)
}

function refused(codes: readonly RefusalCode[]): Json {
  const lines = codes.map((code) => {
    const { zh, en } = refusals[code]
    return `- \`${code}\` ${zh} / ${en}`
  })
  const schema = {
    allOf: [{ $ref: schemaOfComponent('Failure') }, { properties: { error: { enum: codes } } }],
  }
  return {
    description: lines.join('\n'),
    ...headersOf(codes),
    content: { 'application/json': { schema } },
  }
}

function headersOf(codes: readonly RefusalCode[]): Json {
  if (codes.includes('method_not_allowed')) {
    const description = '可用的方法 / Methods that there are'
    return { headers: { Allow: { description, schema: { type: 'string' } } } }
  }
  if (!codes.includes('too_many_requests') && !codes.includes('unavailable')) return {}
  const description = '等候秒數 / Seconds to wait'
  return { headers: { 'Retry-After': { description, schema: { type: 'integer' } } } }
}
