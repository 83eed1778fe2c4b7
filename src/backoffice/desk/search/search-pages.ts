import type { Page } from '../page.ts'

/** What one text may stand for. */
export const searchPages: readonly Page[] = []
