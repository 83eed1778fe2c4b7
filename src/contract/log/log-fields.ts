/** The kind and meaning of a log line's field. A name has the same meaning in every line. */
type Field = { readonly kind: 'text' | 'number' | 'counts'; readonly means: string }

const text = (means: string) => ({ kind: 'text', means }) as const
const number = (means: string) => ({ kind: 'number', means }) as const

/** Every field that a log line may have. `docs/watching.md` lists them. */
export const logFields = {
  actor_hash: text(
    'who made the call, as the first 12 hexadecimal digits of the SHA-256 of the name that the journal has',
  ),
  age_seconds: number('how long ago the copies had all of the database; none before that'),
  alarm: text('the name of the alarm'),
  attempt: number('the number of the attempt at a callback, from 1'),
  attempts: number('how often the queue has tried to hand the message over'),
  bytes: number('bytes that the database takes'),
  bytes_max: number('bytes that a database may take'),
  callback_id: text('the callback, as the back office and the merchant know it'),
  channel: text('where alarms are sent: `webhook`, `telegram` or `escalation`'),
  chunks: number('readings of the database that were copied'),
  consequence: text('what does not work until it is mended'),
  count: number('how many of them'),
  counts: {
    kind: 'counts',
    means: 'how many of each thing a job has done, by the names that the job gives them',
  },
  country: text('where the request came from, as the platform tells it'),
  database: number('the number of the database: 0 is `DB`, 1 is `DB_1`'),
  duration_ms: number('milliseconds from beginning to end'),
  endpoint: text('the receiver: the merchant’s number and the origin of its address'),
  error: text('the code of the refusal'),
  expected: text('what it should be, by the other rows'),
  fault: text('the error with its stack; an error of the database is its statement without values'),
  faults: number('lines with a `fault` that the job wrote'),
  field: text('the column, or the member of a fact'),
  found: text('what it is'),
  host: text('the host of the address, or the name that was looked up'),
  http_status: number('the HTTP status of the answer; none where there was no answer'),
  ignored_fields: text(
    'parameters that the endpoint does not know, with a space between: ten at most, and no text that is not a name',
  ),
  import_id: number('the import of a statement'),
  issuer: text('the origin of the Access team'),
  lag_seconds: number('how long after it was due the attempt began'),
  left: number('callbacks that still wait for the receiver'),
  line: text('the line of copies in the bucket'),
  link_id: number('the payment link'),
  merchant: text('the merchant’s `uid`'),
  method: text('the HTTP method'),
  name: text('which job'),
  next_at: number('when the next attempt is due, in UTC seconds; none when there is none'),
  order_id: number('the order whose callback it is'),
  outcome: text('how it ended'),
  path: text('the path of the request; long parts, and parts with an @, are cut'),
  pause_seconds: number('how long nothing is sent to the receiver'),
  rate: text('the rate that refused the request, or that could not be counted'),
  record: text('the table of the row'),
  remaining: number('secrets that are still sealed under another key'),
  request_id: text('the id that the answer shows'),
  roles: text('the roles that the setting gives the name'),
  setting: text('the setting that is wrong'),
  severity: text('`page` wakes somebody, `notice` waits until quiet hours are over'),
  state: text(
    'the state of the callback after the attempt; `superseded` or `lost_race` where it has moved on',
  ),
  status: number('the HTTP status of the answer'),
  subject: text(
    'what the line is about: an alarm’s subject, empty for the whole service, or the row that differs',
  ),
  trade_no: text('the order’s number on the platform'),
  trigger: text('why the attempt was made: its schedule, an operator or the merchant'),
  type: text('the kind of DNS record'),
  uid: text('the merchant that signed the request'),
  value: number('the value of the alarm, in its unit'),
} as const satisfies Readonly<Record<string, Field>>

export type LogField = keyof typeof logFields

export type LogValue<Name extends LogField> = {
  readonly text: string
  readonly number: number
  readonly counts: Readonly<Record<string, number>>
}[(typeof logFields)[Name]['kind']]

/** A kind of log line: its required and optional fields, when it is written, and its remedy (null for none). */
export type LogEvent = {
  readonly always: readonly LogField[]
  readonly sometimes?: readonly LogField[]
  readonly means: string
  readonly remedy: string | null
}
