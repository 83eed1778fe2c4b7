import { daySeconds } from './clock.ts'
/** The offset of Asia/Taipei from UTC. */
export const taipeiOffsetSeconds = 8 * 3600
const local = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/
const withOffset =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)$/

/**
 * Reads `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS` (both Asia/Taipei) or ISO 8601 with an offset, to UTC seconds.
 * Null for anything else, for days that do not exist, for years outside 1970–2999 and for times before 1970 in UTC
 * (decisions §4). ISO 8601 without an offset is refused, because it could mean either zone.
 */
export function taipeiToSeconds(text: string): number | null {
  const parts = local.exec(text) ?? withOffset.exec(text)
  if (parts === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59 || year < 1970 || year > 2999) return null
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const offset = parts[7] === undefined ? taipeiOffsetSeconds : offsetSeconds(parts[7])
  if (offset === null) return null
  const seconds = date.getTime() / 1000 - offset
  return seconds < 0 ? null : seconds
}

/** Shows UTC seconds as `YYYY-MM-DD HH:MM:SS` in Asia/Taipei; null stays null. */
export function secondsToTaipei(seconds: number): string
export function secondsToTaipei(seconds: number | null): string | null
export function secondsToTaipei(seconds: number | null): string | null {
  if (seconds === null) return null
  const shifted = new Date((seconds + taipeiOffsetSeconds) * 1000)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}

/** A time from `secondsToTaipei` as ISO 8601 with its offset. */
export function taipeiIso(text: string): string {
  return `${text.replace(' ', 'T')}+08:00`
}

/** The day in Asia/Taipei at that time (UTC seconds), in days since 1970. */
export function taipeiDay(seconds: number): number {
  return Math.floor((seconds + taipeiOffsetSeconds) / daySeconds)
}

/** The beginning of a day in Asia/Taipei, in UTC seconds; `day` counts days since 1970. */
export function taipeiDayStart(day: number): number {
  return day * daySeconds - taipeiOffsetSeconds
}

/** Shows a day in Asia/Taipei, in days since 1970, as `YYYY-MM-DD`. */
export function dayToTaipei(day: number): string {
  return new Date(day * daySeconds * 1000).toISOString().slice(0, 10)
}

/** The first day of a day's month, in days since 1970. */
export function firstOfMonth(day: number): number {
  return day + 1 - Number(dayToTaipei(day).slice(-2))
}

/** The seconds from that time (UTC seconds) until the next day in Asia/Taipei begins, at least 1. */
export function secondsLeftOfTaipeiDay(seconds: number): number {
  return daySeconds - ((seconds + taipeiOffsetSeconds) % daySeconds)
}

function offsetSeconds(text: string): number | null {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = text.length > 3 ? Number(text.slice(-2)) : 0
  if (hours > 14 || minutes > 59) return null
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}
