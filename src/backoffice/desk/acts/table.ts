import { sameInBoth } from '../../../units/language.ts'
import type { Act, Acts } from './act.ts'
import { bankingActs } from './banking.ts'
import { merchantActs } from './merchants.ts'
import { orderActs } from './orders.ts'
import { peopleActs } from './people.ts'
import { serviceActs } from './service.ts'

const acts: Acts = {
  ...orderActs,
  ...bankingActs,
  ...merchantActs,
  ...serviceActs,
  ...peopleActs,
}

/** The act of a call by its name; that name alone where the desk has none. Its functions take that call's answer. */
export function actOf(name: string): Act<object> {
  const known: Readonly<Record<string, Act<never>>> = acts
  return Object.hasOwn(known, name) ? (known[name] as Act<object>) : { done: sameInBoth(name) }
}
