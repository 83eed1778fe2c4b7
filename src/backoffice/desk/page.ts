import type { Child } from 'hono/jsx'
import type { CallName } from '../../contract/back-office/table.ts'
import type { Meaning } from '../../units/language.ts'
import type { Conditions } from './conditions.ts'
import type { SectionCounts } from './cookies/section-counts.ts'
import type { Desk } from './desk.ts'
import type { PickKind, Picks } from './parts/choices/picks.tsx'

/** A page of the back office. */
export type DeskPage = {
  /** In the router's form: `/merchants/:uid`. */
  readonly path: `/${string}`
  /** The call whose roles it has: a page shows nothing that its reader cannot get from the API. */
  readonly reads: CallName
  /** The conditions of its address; none if it is absent. */
  readonly conditions?: Conditions
  /** The values that its fields offer. */
  readonly picks?: readonly PickKind[]
  readonly draw: (desk: Desk) => Promise<PageContent>
}

/** A count with a limit; `isCut` if there are more. */
export type BoundedCount = { readonly count: number; readonly isCut: boolean }

/** A count as text: `99+` above 99, with a `+` if there are more. */
export function countText({ count, isCut }: BoundedCount): string {
  return count > 99 ? '99+' : `${count}${isCut ? '+' : ''}`
}

/** A page that was drawn, without its frame. */
export type PageContent = {
  readonly title: string
  /** The parts of its first heading, if texts from outside make the title: each is isolated from the others. */
  readonly heading?: readonly string[]
  /** The content beside the heading: the outcomes of several orders, or links to parts of a long page. */
  readonly aside?: Child
  readonly main: Child
  /** The collections with an exact deposit, for the tab's title and the menu, up to 99. */
  readonly ready?: BoundedCount
  /** The lines in doubt, shown beside them. */
  readonly doubtful?: BoundedCount
  /** The number of waiting payouts, shown in the menu. */
  readonly payouts?: BoundedCount
  /** The counted orders of each section of its queue, for the tabs of the next pages. */
  readonly sections?: SectionCounts
  /** The number of waiting approvals, shown in the menu. */
  readonly approvals?: number
  /** The test merchant that the page's conditions name, where they name one. */
  readonly testMerchant?: string
  /** The check that a refused form did not pass. */
  readonly failed?: Meaning | null
  /** The values that its fields offer. */
  readonly picks?: Picks
  /** By default 200. */
  readonly status?: number
  /** The seconds after which an open page asks again; if it is absent, it does not. */
  readonly refreshSeconds?: number | undefined
  /** The seconds of a reload without scripts, for pages on which nobody types. */
  readonly reloadSeconds?: number
  /** An address to go to in place of the page: the only hit of a search. */
  readonly goTo?: string
  /** A whole document in place of the page in its frame. */
  readonly document?: string
}

/** The title and heading of a page about money: amount, who and number, without what is empty. */
export function titled(parts: readonly string[]): Pick<PageContent, 'title' | 'heading'> {
  const heading = parts.filter((one) => one !== '')
  return { title: heading.join(' · '), heading }
}
