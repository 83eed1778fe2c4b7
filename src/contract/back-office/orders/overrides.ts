import * as z from 'zod'
import { problem } from '../../../units/language.ts'

/** The checks that an operator may override in a move of an order (decisions §4, "Declared figures"). */
export const overrideNames = [
  'amount',
  'balance',
  'disabled_merchant',
  'already_paid',
  'evidence_differs',
  'daily_cap_reached',
  'slot_taken',
] as const

export type OverrideName = (typeof overrideNames)[number]

// `true` stands for the first four checks; the others are given by name.
export const overrideGiven = z.union(
  [z.boolean(), z.array(z.enum(overrideNames)).max(overrideNames.length)],
  {
    error: problem(
      `必須是 true、false，或由下列名稱組成的陣列：${overrideNames.join('、')}`,
      `Must be true, false, or a list of these names: ${overrideNames.join(', ')}`,
    ),
  },
)

export const overrideOrFalse = overrideGiven.default(false)
