import type { Context } from 'hono'
import type { App } from '../../replies.ts'
import type { Desk } from '../desk.ts'
import type { Drawn } from '../page.ts'
import { cookie, keepCookie } from './cookies.ts'
import { isNarrowed, sectionsText } from './section-counts.ts'

/** How much waits: what can be settled, lines in doubt, and approvals; null where no page has told it lately. */
export type Counts = {
  readonly ready: number | null
  readonly doubtful: number | null
  /** Whether more lines are in doubt. */
  readonly isCut: boolean
  readonly approvals: number | null
}

/**
 * What a page and those before it have told. A page that knows it lends it to the menu of the next ones for some
 * minutes, so that no page reads anything for its menu.
 */
export function countsFor(c: Context<App>, desk: Desk, drawn: Drawn): Counts {
  const isPart = isNarrowed(desk)
  const counts = toldBy(isPart ? {} : drawn, cookie(c, 'desk_counts'))
  if (drawn.sections !== undefined && !isPart) {
    const value = sectionsText({ ...desk.sections, ...drawn.sections })
    keepCookie(c, 'desk_sections', { value, seconds: countsSeconds })
  }
  const isNew = [drawn.ready, drawn.doubtful, drawn.approvals].some((one) => one !== undefined)
  if (isNew && !isPart) {
    keepCookie(c, 'desk_counts', { value: textOf(counts), seconds: countsSeconds })
  }
  return counts
}

/** Takes an approval that was just decided out of what the menu of the next pages tells. */
export function countDecided(c: Context<App>): void {
  const counts = countsFrom(cookie(c, 'desk_counts') ?? '')
  if (counts.approvals === null) return
  const value = textOf({ ...counts, approvals: Math.max(0, counts.approvals - 1) })
  keepCookie(c, 'desk_counts', { value, seconds: countsSeconds })
}

/** What a page tells, and where it does not, the text that `countsFor` has kept. */
export function toldBy(drawn: Pick<Drawn, 'ready' | 'doubtful' | 'approvals'>, text = ''): Counts {
  const known = countsFrom(text)
  const { ready = known.ready, doubtful, approvals = known.approvals } = drawn
  const { count, isCut } = doubtful ?? { count: known.doubtful, isCut: known.isCut }
  return { ready, doubtful: count, isCut, approvals }
}

const countsSeconds = 600

function textOf({ ready, doubtful, isCut, approvals }: Counts): string {
  return [ready, doubtful, isCut ? 1 : 0, approvals].map((one) => one ?? '').join('.')
}

function countsFrom(text: string): Counts {
  const [ready, doubtful, isCut, approvals] =
    /^(\d*)\.(\d*)\.([01])\.(\d*)$/.exec(text)?.slice(1) ?? []
  const count = (one: string | undefined) => (one ? Number(one) : null)
  return {
    ready: count(ready),
    doubtful: count(doubtful),
    isCut: isCut === '1',
    approvals: count(approvals),
  }
}
