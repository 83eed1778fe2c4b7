import { sameInBoth } from '../../../units/language.ts'
import { bankingPresentations } from './banking.ts'
import { merchantPresentations } from './merchants.ts'
import { orderPresentations } from './orders.ts'
import { peoplePresentations } from './people.ts'
import type { Presentation, Presentations } from './presentation.ts'
import { servicePresentations } from './service.ts'

const presentations: Presentations = {
  ...orderPresentations,
  ...bankingPresentations,
  ...merchantPresentations,
  ...servicePresentations,
  ...peoplePresentations,
}

/** How the desk presents a call: by its name alone if it has no texts for it. Its functions take that call's answer. */
export function presentationOf(name: string): Presentation<object> {
  const known: Readonly<Record<string, Presentation<never>>> = presentations
  return Object.hasOwn(known, name)
    ? (known[name] as Presentation<object>)
    : { done: sameInBoth(name) }
}
