import type { Page } from '../page.ts'

/** Merchants, their money, products and holds. */
export const merchantPages: readonly Page[] = []
