import type { Page } from '../page.ts'

/** What waits for an agent: money in, and money out. */
export const queuePages: readonly Page[] = []
