import type { Child } from 'hono/jsx'
import type { CallName } from '../../contract/back-office/table.ts'
import type { Conditions } from './conditions.ts'
import type { Desk } from './desk.ts'

/** A page of the back office. */
export type Page = {
  /** As the router names it: `/merchants/:uid`. */
  readonly path: `/${string}`
  /** Its roles are those of this call: a page shows nothing that its reader cannot get from the API. */
  readonly reads: CallName
  /** What its address may ask; nothing where it is absent. */
  readonly takes?: Conditions
  readonly draw: (desk: Desk) => Promise<Drawn>
}

/** A page that was drawn, without its frame. */
export type Drawn = {
  readonly title: string
  readonly main: Child
  /** The test merchant that the page's conditions name, where they name one. */
  readonly testMerchant?: string
  /** 200 where it is absent. */
  readonly status?: number
  /** After how many seconds a page that stays open asks again; it does not where this is absent. */
  readonly refreshSeconds?: number | undefined
  /** The same where there are no scripts: for pages on which nobody types. */
  readonly reloadSeconds?: number
  /** An address to go to in place of the page: the only hit of a search. */
  readonly goTo?: string
  /** A whole document in place of the page in its frame. */
  readonly document?: string
}
