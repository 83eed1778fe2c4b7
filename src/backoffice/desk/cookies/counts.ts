import type { Context } from 'hono'
import type { App } from '../../replies.ts'
import type { Desk } from '../desk.ts'
import type { BoundedCount, PageContent } from '../page.ts'
import { cookie, keepCookie } from './cookies.ts'
import { isNarrowed, sectionsText } from './section-counts.ts'

/** The counts of waiting work: ready orders, lines in doubt, payouts, approvals; null if not counted lately. */
export type MenuCounts = {
  readonly ready: BoundedCount | null
  readonly doubtful: BoundedCount | null
  readonly payouts: BoundedCount | null
  readonly approvals: number | null
}

/**
 * What a page and those before it have told. A page that knows it lends it to the menu of the next ones for some
 * minutes, so that no page reads anything for its menu.
 */
export function countsFor(c: Context<App>, desk: Desk, drawn: PageContent): MenuCounts {
  const isPart = isNarrowed(desk)
  const counts = toldBy(isPart ? {} : drawn, cookie(c, 'desk_counts'))
  if (drawn.sections !== undefined && !isPart) {
    const value = sectionsText({ ...desk.sections, ...drawn.sections })
    keepCookie(c, 'desk_sections', { value, seconds: countsSeconds })
  }
  const { ready, doubtful, payouts, approvals } = drawn
  const isNew = [ready, doubtful, payouts, approvals].some((one) => one !== undefined)
  if (isNew && !isPart) {
    keepCookie(c, 'desk_counts', { value: countsText(counts), seconds: countsSeconds })
  }
  return counts
}

/** Takes an approval that was just decided out of what the menu of the next pages tells. */
export function countDecided(c: Context<App>): void {
  const counts = countsFrom(cookie(c, 'desk_counts') ?? '')
  if (counts.approvals === null) return
  const value = countsText({ ...counts, approvals: Math.max(0, counts.approvals - 1) })
  keepCookie(c, 'desk_counts', { value, seconds: countsSeconds })
}

/** The counts of a page; for those that it has not counted, the text that `countsFor` has stored. */
export function toldBy(drawn: Partial<Pick<PageContent, keyof MenuCounts>>, text = ''): MenuCounts {
  const known = countsFrom(text)
  const { ready = known.ready, doubtful = known.doubtful } = drawn
  const { payouts = known.payouts, approvals = known.approvals } = drawn
  return { ready, doubtful, payouts, approvals }
}

const countsSeconds = 600

function countsText({ ready, doubtful, payouts, approvals }: MenuCounts): string {
  const cut = [ready, doubtful, payouts].map((one) => one && `${one.count}${one.isCut ? 'm' : ''}`)
  return [...cut, approvals].map((one) => one ?? '').join('.')
}

function countsFrom(text: string): MenuCounts {
  const [ready, doubtful, payouts, approvals] =
    /^(\d*m?)\.(\d*m?)\.(\d*m?)\.(\d*)$/.exec(text)?.slice(1) ?? []
  const cut = (one: string | undefined) =>
    one ? { count: Number.parseInt(one, 10), isCut: one.endsWith('m') } : null
  return {
    ready: cut(ready),
    doubtful: cut(doubtful),
    payouts: cut(payouts),
    approvals: approvals ? Number(approvals) : null,
  }
}
