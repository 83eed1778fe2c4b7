import { taipeiDay, taipeiDayStart } from './taipei-time.ts'

/** Hours of each day in Asia/Taipei, in minutes since midnight, `until` exclusive, also over midnight. */
export type DailyHours = { readonly from: number; readonly until: number }

const written = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/

/** Reads `23:00-07:00`; null for anything else, and for two equal times. */
export function readDailyHours(text: string): DailyHours | null {
  const parts = written.exec(text)
  if (parts === null) return null
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = parts.slice(1).map(Number)
  const from = fromHour * 60 + fromMinute
  const until = untilHour * 60 + untilMinute
  return from === until ? null : { from, until }
}

export function clockText(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Whether that time (UTC seconds) is within the hours. */
export function isWithin({ from, until }: DailyHours, seconds: number): boolean {
  const minute = Math.floor((seconds - taipeiDayStart(taipeiDay(seconds))) / 60)
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}
