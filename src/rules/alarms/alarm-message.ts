import type { AlarmUnit } from '../../contract/back-office/states.ts'
import type { Meaning } from '../../units/language.ts'
import { secondsToTaipei } from '../../units/taipei-time.ts'
import type { AlarmNotice, AlarmState } from './alarm-steps.ts'
import { alarmTable } from './alarm-table.ts'

/** A message to a channel about an alarm, and the time of the one before it (UTC seconds; null for none). */
export type AlarmReport = {
  readonly state: AlarmState
  readonly what: AlarmNotice
  readonly notifiedAt: number | null
}

/**
 * The body for a webhook (`docs/watching.md`). An item keeps its `id` in every message about the same alarm, so that a
 * receiver recognises a repetition. `now` is in UTC seconds.
 */
export function webhookBody(news: readonly AlarmReport[], now: number) {
  return { type: 'alarms', timestamp: isoTime(now), alarms: news.map(webhookItem) }
}

/** The webhook's body of a channel test. */
export function webhookTestBody(now: number) {
  return { type: 'test', timestamp: isoTime(now), alarms: [] }
}

function webhookItem({ state, what, notifiedAt }: AlarmReport) {
  const { name, subject, value, detail, since, raisedAt, overAt } = state
  const { severity, unit, threshold, means, remedy, runbook } = alarmTable[name]
  const isReminder = what === 'reminder'
  return {
    id: `${name}/${subject}/${raisedAt}/${isReminder ? `raised/${notifiedAt}` : what}`,
    name,
    subject,
    severity,
    state: isReminder ? 'raised' : what,
    reminder: isReminder,
    value,
    detail,
    threshold,
    unit,
    since: isoTime(since),
    raised_at: isoTime(raisedAt),
    over_at: what === 'over' ? isoTime(overAt) : null,
    means,
    what_to_do: remedy,
    runbook: runbookPath(runbook),
  }
}

/** The path of a run book in the repository. */
export function runbookPath(name: string): string {
  return `docs/runbooks/${name}.md`
}

const telegramLengthMax = 4_096

/** The text for Telegram, plain and in both languages, cut to Telegram's limit. */
export function telegramText(news: readonly AlarmReport[]): string {
  const parts = news.map(telegramPart)
  let text = ''
  for (const [n, part] of parts.entries()) {
    const more = parts.length - n
    const rest = `另有 ${more} 項，見後台「警報」。/ ${more} more under Alarms of the back office.`
    const longer = text === '' ? part : `${text}\n\n${part}`
    const room = telegramLengthMax - (more === 1 ? 0 : rest.length + 2)
    if (longer.length > room) return `${text}\n\n${rest}`
    text = longer
  }
  return text
}

export const telegramTestText = '警報測試：此頻道可以收到警報。\nA test: alarms reach this channel.'

function telegramPart({ state, what }: AlarmReport): string {
  const { name, subject, value, detail, since, overAt } = state
  const { severity, unit, threshold, means, remedy, runbook } = alarmTable[name]
  const about = subject === '' ? name : `${name} ${subject}`
  const from = secondsToTaipei(since ?? 0)
  if (what === 'over') {
    const until = secondsToTaipei(overAt ?? 0)
    return `✅ 已解除 / over：${about}\n${from} – ${until}（台北 / Taipei）`
  }
  const [is, limit] = [valueText(value, unit), valueText(threshold, unit)]
  const again = what === 'reminder' ? '，尚未確認 / not acknowledged yet' : ''
  return [
    `${severity === 'page' ? '🚨 緊急 / urgent' : '⚠️ 注意 / notice'}${again}：${about}`,
    `${unit === 'flag' ? '' : `目前 ${is.zh}（門檻 ${limit.zh}），`}自 ${from}（台北）起`,
    means.zh,
    `處置：${remedy.zh}`,
    `${unit === 'flag' ? 'S' : `Now ${is.en} (limit ${limit.en}), s`}ince ${from} in Taipei`,
    means.en,
    `What to do: ${remedy.en}`,
    ...(detail === '' ? [] : [detail]),
    runbookPath(runbook),
  ].join('\n')
}

/** An alarm's value in words. */
export function valueText(value: number, unit: AlarmUnit): Meaning {
  if (unit === 'flag') return value > 0 ? { zh: '是', en: 'yes' } : { zh: '否', en: 'no' }
  if (unit === 'percent') return both(`${value}%`)
  if (unit === 'count') return both(String(value))
  if (unit === 'days') return { zh: `${value} 天`, en: `${value} days` }
  if (unit === 'bytes') return both(`${(value / 1e9).toFixed(1)} GB`)
  if (value < 60) return { zh: `${value} 秒`, en: `${value} s` }
  const minutes = Math.floor(value / 60)
  if (minutes < 120) return { zh: `${minutes} 分鐘`, en: `${minutes} min` }
  const hours = Math.floor(minutes / 60)
  if (hours < 72) return { zh: `${hours} 小時`, en: `${hours} h` }
  const days = Math.floor(hours / 24)
  return { zh: `${days} 天`, en: `${days} days` }
}

function both(text: string): Meaning {
  return { zh: text, en: text }
}

function isoTime(seconds: number): string
function isoTime(seconds: number | null): string | null
function isoTime(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
