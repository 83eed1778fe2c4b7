import type { Case } from './case.ts'
import type { Mistake } from './search.ts'
import type { Field } from './steps.ts'

/** The notes on a request beside its sign (§5.1): the merchant, the time, and the sign's form. */
export function requestNotes(
  sent: readonly Field[],
  sign: string,
  request: Case,
): readonly Mistake[] {
  const textOf = (...names: readonly string[]) =>
    sent.find(({ name, text }) => names.includes(name) && text !== '')?.text
  const notes: Mistake[] = []
  if (textOf('uid', 'merchantNo') === undefined) notes.push({ name: 'uid_missing' })
  notes.push(...timeNotes(textOf('timestamp', 'time'), request))
  if (/^[0-9a-f]{32}$/i.test(sign) && /[a-f]/.test(sign)) notes.push({ name: 'digest_lower' })
  if (sign.toUpperCase() !== (textOf('sign') ?? sign).toUpperCase()) {
    notes.push({ name: 'other_sign_sent' })
  }
  const ignored = sent.filter(({ name }) => !request.knownNames.includes(name))
  if (request.knownNames.length > 0 && ignored.length > 0) {
    notes.push({ name: 'field_ignored', detail: namesOf(ignored) })
  }
  return notes
}

/** The notes on a body whose sign nothing explains: values that lost digits before they were sent. */
export function suspicions(sent: readonly Field[]): readonly Mistake[] {
  const lost = sent.filter(({ text }) =>
    /^(?:\[object Object\]|Array|map\[.*|\{\w+=.*)$/.test(text),
  )
  const long = sent.filter(
    ({ kind, text }) =>
      kind === 'number' && /^\d+$/.test(text) && !Number.isSafeInteger(Number(text)),
  )
  return [
    ...(lost.length > 0 ? [{ name: 'sent_not_json', detail: namesOf(lost) } as const] : []),
    ...(long.length > 0 ? [{ name: 'number_rounded', detail: namesOf(long) } as const] : []),
  ]
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join(', ')
}

const hour = 3600
// The seconds by which clocks are commonly off.
const drift = 120

function timeNotes(text: string | undefined, { now, toleranceSeconds }: Case): readonly Mistake[] {
  if (text === undefined) return [{ name: 'timestamp_missing' }]
  if (!/^\d+$/.test(text)) return [{ name: 'time_not_whole', detail: text }]
  if (text.length > 13) return [{ name: 'sent_finer', detail: text }]
  const isFine = text.length === 13
  const notes: Mistake[] = isFine ? [{ name: 'sent_milliseconds' }] : []
  const off = Math.floor(Number(text) / (isFine ? 1000 : 1)) - now
  if (toleranceSeconds === 0 || Math.abs(off) <= toleranceSeconds) return notes
  const hours = Math.round(off / hour)
  const isZone = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(off - hours * hour) <= drift
  const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`)
  return isZone
    ? [...notes, { name: 'time_zone', detail: `${signed(hours)} h` }]
    : [...notes, { name: 'clock_off', detail: `${signed(off)} s` }]
}
