import { doubtLabels } from '../../src/backoffice/desk/labels/auto-labels.ts'
import type { Doubt } from '../../src/contract/back-office/states.ts'

/** Each doubt by its name, with what the desk says of it. */
export function inWords(doubts: readonly Doubt[]): string {
  return doubts.map((doubt) => `${doubt} (${doubtLabels[doubt].en})`).join(', ')
}
