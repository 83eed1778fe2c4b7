import type { Context } from 'hono'
import {
  type Answer,
  type Bookmarks,
  everyDatabase,
  type Outcome,
} from '../../../contract/back-office/call.ts'
import type { App } from '../../replies.ts'
import { cookie, keepCookie } from './cookies.ts'

/** How recent the data of this browser's pages have to be, so that readers see their own acts. */
export function bookmarksOf(c: Context<App>): Bookmarks {
  const stored = new URLSearchParams(cookie(c, 'desk_bookmarks'))
  return c.get('bookmarks') ?? Object.fromEntries(stored)
}

/**
 * Stores the bookmarks of the databases after an act. If they are unknown, the next pages ask the primary of each
 * first, so that nobody repeats an act whose effect a replica does not have yet.
 */
export function keepBookmarks(c: Context<App>, answer: Answer<Outcome>): void {
  const { bookmarks: newer } = answer
  // The back office refused it without asking a database.
  if (newer === undefined && !answer.ok && answer.status < 500) return
  const { [everyDatabase]: _, ...before } = bookmarksOf(c)
  const bookmarks = newer === undefined ? { [everyDatabase]: 'primary' } : { ...before, ...newer }
  c.set('bookmarks', bookmarks)
  const value = new URLSearchParams(bookmarks).toString()
  keepCookie(c, 'desk_bookmarks', { value, seconds: keptSeconds })
}

// A replica is at most some seconds behind.
const keptSeconds = 600
