import type { MistakeName } from './mistakes.ts'
import { type Deviation, deviating, type Field, type Steps, signedText } from './steps.ts'

/** A mistake that was found; `detail` is the name or value in its text. */
export type Mistake = { readonly name: MistakeName; readonly detail?: string }

/** How a sign, or a string to sign, came about. */
type Explanation = { readonly findings: readonly Mistake[]; readonly text: string }

type Search = {
  readonly steps: Steps
  /** The sent text in each form that the Worker accepts; the form as sent comes first. */
  readonly forms: readonly (readonly Field[])[]
  readonly deviations: readonly Deviation[]
  /** Numerous deviations, which are combined with no other. */
  readonly seldom: readonly Deviation[]
  readonly fits: (text: string, steps: Steps) => boolean
}

// Limits the hashed characters. Most requests need less than a tenth of them.
const charactersMax = 6_000_000

/** The first text that fits: with one mistake, or with two that are often made together. Null when there is none. */
export function explained(search: Search): Explanation | null {
  const texts = new Set<string>()
  let charactersLeft = charactersMax
  for (const { fields, mistakes } of candidates(search)) {
    const steps = mistakes.reduce(deviating, search.steps)
    const text = signedText(steps, fields)
    const isSameDigest = steps.digest === search.steps.digest
    if (isSameDigest && texts.has(text)) continue
    if (isSameDigest) texts.add(text)
    charactersLeft -= text.length
    if (charactersLeft < 0) return null
    if (search.fits(text, steps)) return { findings: mistakes.flatMap(findingsOf), text }
  }
  return null
}

export function findingsOf({ name, also, detail }: Deviation): readonly Mistake[] {
  const first = detail ? { name, detail } : { name }
  return also === undefined ? [first] : [first, { name: also }]
}

type Candidate = { readonly fields: readonly Field[]; readonly mistakes: readonly Deviation[] }

// Texts without a mistake come first, then single mistakes, then the numerous ones and pairs.
function* candidates({ steps, forms, deviations, seldom }: Search): Generator<Candidate> {
  const unlike = new Map(forms.map((fields) => [signedText(steps, fields), fields]))
  for (const fields of unlike.values()) yield { fields, mistakes: [] }
  for (const fields of unlike.values()) {
    for (const one of deviations) yield { fields, mistakes: [one] }
  }
  for (const fields of unlike.values()) {
    for (const one of seldom) yield { fields, mistakes: [one] }
    for (const mistakes of pairs(steps, fields, deviations)) yield { fields, mistakes }
  }
}

function* pairs(
  steps: Steps,
  fields: readonly Field[],
  deviations: readonly Deviation[],
): Generator<readonly Deviation[]> {
  const texts = new Set([signedText(steps, fields)])
  const paired = deviations.filter((one) => {
    if (!often.has(one.name) || 'digest' in one) return often.has(one.name)
    const text = signedText(deviating(steps, one), fields)
    return !texts.has(text) && texts.add(text)
  })
  for (const [at, one] of paired.entries()) {
    for (const other of paired.slice(at + 1)) if (areApart(one, other)) yield [one, other]
  }
}

/** Mistakes that often occur together with another one. */
export const often: ReadonlySet<string> = new Set(
  (
    'order_sent order_any_case order_down empties_kept empty_texts_kept null_as_word zero_dropped ' +
    'number_shortest number_one_decimal number_rounded number_whole number_decimals boolean_text ' +
    'nested_rewritten nested_order nested_numbers nested_dropped escaped_slash escaped_unicode escaped_php ' +
    'escaped_html json_spaced url_encoded url_encoded_plus key_bare key_none key_sorted key_first ' +
    'sign_empty sign_value left_out names_earlier names_style join_values signed_seconds ' +
    'text_case digest_twice key_hmac secret_blank'
  ).split(' '),
)

const replaced = ['keep', 'order', 'join', 'seal', 'secret', 'digest'] as const

function areApart(one: Deviation, other: Deviation): boolean {
  return replaced.every((step) => !(step in one && step in other))
}
