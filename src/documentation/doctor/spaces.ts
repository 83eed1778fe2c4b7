import { legacyUnsigned } from '../../signing/legacy-style.ts'
import { md5Hex } from '../../signing/md5.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import type { Case } from './diagnose.ts'
import { inOtherEncodings, type SignShape } from './digests.ts'
import {
  bodyDeviations,
  fieldDeviations,
  joinDeviations,
  keyDeviations,
  loneOrders,
  orderDeviations,
  timeDeviations,
} from './frame-deviations.ts'
import type { MistakeName } from './mistakes.ts'
import { type Deviation, isJsonText, type Plan, rightPlan } from './plan.ts'
import type { Space } from './search.ts'
import { secretDeviations } from './secret-deviations.ts'
import { textDeviations, urlDeviations } from './text-deviations.ts'
import { emptyDeviations, numberDeviations, rareNumbers } from './value-deviations.ts'

/** A space to search, and the mistakes that all its ways have. */
export type NamedSpace = {
  readonly space: Space
  readonly mistakes: readonly MistakeName[]
  readonly isLegacy: boolean
}

/** The spaces around the ways of signing of §5.3 and, for a request in earlier names, of §5.5. */
export function spacesFor(
  parameters: readonly Parameter[],
  { digests }: SignShape,
  given: Case,
): readonly NamedSpace[] {
  const [first, ...others] = digests
  const base = rightPlan(given.secret, first?.part.digest ?? md5Hex)
  const named = (plan: Partial<Plan>, isLegacy: boolean): NamedSpace => {
    const deviations = [...deviationsFor(parameters, given), ...others, ...otherBytes(given)]
    const rare = [
      ...loneOrders(parameters),
      ...rareNumbers,
      ...urlDeviations(parameters),
      ...timeDeviations(parameters).rare,
    ]
    const space = { parameters, base: { ...base, ...plan }, deviations, rare }
    return { space, mistakes: isLegacy ? [] : (first?.mistakes ?? []), isLegacy }
  }
  const names = new Set(parameters.map(({ name }) => name))
  if (names.has('uid') || !names.has('merchantNo')) return [named({}, false)]
  return [
    named({}, false),
    ...(['collection', 'payout'] as const).map((group) =>
      named(
        {
          pick: (all) => all.filter(({ name }) => !legacyUnsigned[group].has(name)),
          keep: () => true,
          seal: (joined, secret) => joined + secret,
          digest: (text) => md5Hex(sha256Hex(text)),
        },
        true,
      ),
    ),
  ]
}

/** Every step that may have been done otherwise, the likeliest first. */
export function deviationsFor(
  parameters: readonly Parameter[],
  { secret, knownSecrets, body }: Case,
): readonly Deviation[] {
  const hasNested = parameters.some(
    (one) => one.kind === 'nested' || (one.kind === 'text' && isJsonText(one.text)),
  )
  return [
    ...orderDeviations,
    ...emptyDeviations,
    ...numberDeviations,
    ...textDeviations(hasNested),
    ...keyDeviations,
    ...secretDeviations(secret, knownSecrets),
    ...timeDeviations(parameters).likely,
    ...fieldDeviations(parameters),
    ...joinDeviations,
    ...bodyDeviations(body),
  ]
}

function otherBytes({ body, secret }: Case): readonly Deviation[] {
  const isAscii = !/[^\0-\x7f]/.test(body + secret) && !body.includes('\\u')
  return isAscii ? [] : inOtherEncodings()
}
