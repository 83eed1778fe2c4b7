import type { WaitView } from '../contract/links/member-page-views.ts'
import { md5Hex } from '../signing/md5.ts'

/** The entity tag of what a wait page shows, the same whenever and from wherever it is read. */
export function waitTag({ now: _, bookmark: __, ...content }: WaitView): string {
  // The library that checks signatures is compiled already; a hash of the platform is a stream, which takes longer.
  return `"${md5Hex(JSON.stringify(content)).slice(0, 16)}"`
}
