import type { Parameter } from '../../signing/parameters.ts'
import type { Case } from './diagnose.ts'
import type { Found } from './search.ts'

/** What there is to say of a request beside its sign (§5.1): who, when, and how the sign is written. */
export function requestNotes(
  parameters: readonly Parameter[],
  sign: string,
  sent: string,
  given: Case,
): readonly Found[] {
  const named = (names: readonly string[]) =>
    names
      .map((name) => textOf(parameters.find((one) => one.name === name)))
      .find((text) => text !== '')
  const notes: Found[] = []
  if (named(['uid', 'merchantNo']) === undefined) notes.push({ name: 'uid_missing' })
  notes.push(...timeNotes(named(['timestamp', 'time']), given))
  if (/^[0-9a-f]{32}$/i.test(sign) && /[a-f]/.test(sign)) notes.push({ name: 'digest_lower' })
  if (sent !== '' && sign !== '' && sent.toUpperCase() !== sign.toUpperCase()) {
    notes.push({ name: 'other_sign_sent' })
  }
  return notes
}

/** The text of a parameter as sent; empty when it is absent or null. */
export function textOf(parameter: Parameter | undefined): string {
  switch (parameter?.kind) {
    case 'text':
      return parameter.text
    case 'number':
    case 'nested':
      return parameter.source
    case 'boolean':
      return String(parameter.value)
    default:
      return ''
  }
}

const hour = 3600
// How far clocks are off by themselves.
const drift = 120

function timeNotes(text: string | undefined, { now, toleranceSeconds }: Case): readonly Found[] {
  if (text === undefined) return [{ name: 'timestamp_missing' }]
  if (!/^\d+$/.test(text)) return [{ name: 'time_not_whole', detail: text }]
  const digits = text.length
  if (digits > 13) return [{ name: 'sent_finer', detail: text }]
  const inMilliseconds: Found[] = digits === 13 ? [{ name: 'sent_milliseconds' }] : []
  const seconds = digits === 13 ? Math.floor(Number(text) / 1000) : Number(text)
  const off = seconds - now
  if (toleranceSeconds === 0 || Math.abs(off) <= toleranceSeconds) return inMilliseconds
  const hours = Math.round(off / hour)
  const isZone = hours !== 0 && Math.abs(hours) <= 14 && Math.abs(off - hours * hour) <= drift
  const detail = isZone ? `${signed(hours)} h` : `${signed(off)} s`
  return [...inMilliseconds, { name: isZone ? 'time_zone' : 'clock_off', detail }]
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}
