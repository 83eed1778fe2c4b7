import type { Page } from '../page.ts'

/** Bank accounts, statements and bank transactions. */
export const bankingPages: readonly Page[] = []
