import type { Page } from '../page.ts'

/** Approvals, people and the journal. */
export const peoplePages: readonly Page[] = []
