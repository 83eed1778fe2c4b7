import type { Page } from '../page.ts'

/** Callbacks, and the servers that receive them. */
export const callbackPages: readonly Page[] = []
