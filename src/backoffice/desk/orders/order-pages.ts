import type { Page } from '../page.ts'

/** Lists of orders, and the whole story of one. */
export const orderPages: readonly Page[] = []
