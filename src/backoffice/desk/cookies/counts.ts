import type { Context } from 'hono'
import * as z from 'zod'
import type { App } from '../../replies.ts'
import type { Desk } from '../desk.ts'
import type { PageContent } from '../page.ts'
import { isNarrowed } from './section-counts.ts'
import { keepValue, storedValue } from './stored-values.ts'

// Other members of a page's counts, as the sum of ready orders, are not stored.
const boundedCount = z.object({ count: z.int().min(0), isCut: z.boolean() }).nullable()

const menuCounts = z.object({
  ready: boundedCount,
  doubtful: boundedCount,
  payouts: boundedCount,
  approvals: z.int().min(0).nullable(),
})

/** The counts of waiting work: ready orders, lines in doubt, payouts, approvals; null if not counted lately. */
export type MenuCounts = Readonly<z.infer<typeof menuCounts>>

const noCounts: MenuCounts = { ready: null, doubtful: null, payouts: null, approvals: null }

/**
 * The counts of a page, else those of earlier pages. A page that has counted stores its counts for the menus of the
 * next ones, for some minutes, so that no page reads anything for its menu.
 */
export function menuCountsOf(c: Context<App>, desk: Desk, drawn: PageContent): MenuCounts {
  const isPart = isNarrowed(desk)
  const counts = knownCounts(isPart ? {} : drawn, storedValue(c, 'desk_counts', menuCounts))
  if (drawn.sections !== undefined && !isPart) {
    const value = { ...desk.sections, ...drawn.sections }
    keepValue(c, 'desk_sections', { value, seconds: countsSeconds })
  }
  const { ready, doubtful, payouts, approvals } = drawn
  const isNew = [ready, doubtful, payouts, approvals].some((one) => one !== undefined)
  if (isNew && !isPart) {
    keepValue(c, 'desk_counts', { value: menuCounts.parse(counts), seconds: countsSeconds })
  }
  return counts
}

/** Subtracts an approval that was just decided from the stored count. */
export function uncountApproval(c: Context<App>): void {
  const counts = storedValue(c, 'desk_counts', menuCounts)
  if (counts === null || counts.approvals === null) return
  const value = { ...counts, approvals: Math.max(0, counts.approvals - 1) }
  keepValue(c, 'desk_counts', { value, seconds: countsSeconds })
}

/** The counts of a page; for those that it has not counted, the ones that `countsFor` has stored. */
export function knownCounts(
  drawn: Partial<Pick<PageContent, keyof MenuCounts>>,
  known: MenuCounts | null = null,
): MenuCounts {
  const { ready, doubtful, payouts, approvals } = known ?? noCounts
  return {
    ready: drawn.ready ?? ready,
    doubtful: drawn.doubtful ?? doubtful,
    payouts: drawn.payouts ?? payouts,
    approvals: drawn.approvals ?? approvals,
  }
}

const countsSeconds = 600
