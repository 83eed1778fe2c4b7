import { overviewPages } from './overview/overview-page.tsx'
import type { Page } from './page.ts'

/** Every page of the back office. */
export const pages: readonly Page[] = [...overviewPages]
