import { compact, unescaped } from './nested-text.ts'
import { shortest, twoDecimals } from './number-text.ts'
import type { Parameter } from './parameters.ts'

const numberForms = ['sent', 'shortest', 'two_decimals'] as const
const nestedForms = ['sent', 'compact', 'unescaped', 'compact_unescaped'] as const
const booleanForms = ['words', 'php'] as const

type NumberForm = (typeof numberForms)[number]
type NestedForm = (typeof nestedForms)[number]
type BooleanForm = (typeof booleanForms)[number]

/**
 * How values are written where they are signed (§5.3.3): every number, every object and array,
 * every boolean in one form each. `two_decimals` concerns `moneyNames` only, other numbers stay as
 * sent.
 */
export type Forms = {
  readonly number: NumberForm
  readonly nested: NestedForm
  readonly boolean: BooleanForm
  readonly moneyNames: ReadonlySet<string>
}

/** Every value as the text that was sent. */
export const asSent: Forms = {
  number: 'sent',
  nested: 'sent',
  boolean: 'words',
  moneyNames: new Set(),
}

/** Writes one parameter with an `&` in front, or nothing when the style drops an empty value. */
export type Pair = (name: string, value: string) => string

/**
 * The joined pairs in every form that gives another text, as sent first, at most 24: the forms of
 * each kind vary independently, and only those that change a value which the body has. The pairs
 * come in the order of `parameters`; nothing but the first text is made before it is asked for.
 */
export function* joinedInEveryForm(
  parameters: readonly Parameter[],
  moneyNames: ReadonlySet<string>,
  pair: Pair,
): Generator<string, void> {
  yield joinedAsSent(parameters, pair)
  const pieces = piecesOf(parameters, moneyNames, pair)
  const varying = pieces.filter((piece) => typeof piece !== 'string')
  const numbers = differing(numberForms, ofKind(varying, 'number'))
  const nesteds = differing(nestedForms, ofKind(varying, 'nested'))
  const booleans = differing(booleanForms, ofKind(varying, 'boolean'))
  for (const number of numbers) {
    for (const nested of nesteds) {
      for (const boolean of booleans) {
        const isAsSent = number === 'sent' && nested === 'sent' && boolean === 'words'
        if (!isAsSent) yield joinedPieces({ number, nested, boolean }, pieces)
      }
    }
  }
}

/** The joined pairs in the one form asked for, in the order of `parameters`. */
export function joinedIn(forms: Forms, parameters: readonly Parameter[], pair: Pair): string {
  return joinedPieces(forms, piecesOf(parameters, forms.moneyNames, pair))
}

/** The parameters in ascending order of their names, by code units (§5.3.4). */
export function inOrder(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

type Varying =
  | { readonly kind: 'number'; readonly texts: Readonly<Record<NumberForm, string>> }
  | { readonly kind: 'nested'; readonly texts: Readonly<Record<NestedForm, string>> }
  | { readonly kind: 'boolean'; readonly texts: Readonly<Record<BooleanForm, string>> }

function joinedAsSent(parameters: readonly Parameter[], pair: Pair): string {
  let joined = ''
  for (const parameter of parameters) joined += pair(parameter.name, sentText(parameter))
  return joined
}

function sentText(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'text':
      return parameter.text
    case 'number':
    case 'nested':
      return parameter.source
    case 'boolean':
      return parameter.value ? 'true' : 'false'
    case 'null':
      return ''
  }
}

// What no form changes is joined once, so that each further text is a handful of pieces.
function piecesOf(
  parameters: readonly Parameter[],
  moneyNames: ReadonlySet<string>,
  pair: Pair,
): (string | Varying)[] {
  const pieces: (string | Varying)[] = []
  let unchanging = ''
  for (const parameter of parameters) {
    const varying = varyingOf(parameter, moneyNames, pair)
    if (varying === null) {
      unchanging += pair(parameter.name, sentText(parameter))
    } else {
      pieces.push(unchanging, varying)
      unchanging = ''
    }
  }
  pieces.push(unchanging)
  return pieces
}

function varyingOf(
  parameter: Parameter,
  moneyNames: ReadonlySet<string>,
  pair: Pair,
): Varying | null {
  const written = (value: string) => pair(parameter.name, value)
  if (parameter.kind === 'number') {
    const { name, source } = parameter
    const short = shortest(source)
    const two = moneyNames.has(name) ? twoDecimals(source) : source
    if (short === source && two === source) return null
    const texts = { sent: written(source), shortest: written(short), two_decimals: written(two) }
    return { kind: 'number', texts }
  }
  if (parameter.kind === 'nested') {
    const { source } = parameter
    const compacted = compact(source)
    const plain = unescaped(source)
    if (compacted === source && plain === source) return null
    const texts = {
      sent: written(source),
      compact: written(compacted),
      unescaped: written(plain),
      compact_unescaped: written(compact(plain)),
    }
    return { kind: 'nested', texts }
  }
  if (parameter.kind === 'boolean') {
    const texts = { words: written(sentText(parameter)), php: written(parameter.value ? '1' : '') }
    return { kind: 'boolean', texts }
  }
  return null
}

function ofKind<K extends Varying['kind']>(varying: readonly Varying[], kind: K) {
  return varying.filter((piece): piece is Extract<Varying, { kind: K }> => piece.kind === kind)
}

// A form is worth a hash when some value of the kind differs from what each form before it gives.
function differing<F extends string>(
  forms: readonly F[],
  pieces: readonly { readonly texts: Readonly<Record<F, string>> }[],
): readonly F[] {
  const kept: F[] = []
  for (const form of forms) {
    const isNew = (before: F) => pieces.some(({ texts }) => texts[form] !== texts[before])
    if (kept.every(isNew)) kept.push(form)
  }
  return kept
}

function joinedPieces(
  forms: Pick<Forms, 'number' | 'nested' | 'boolean'>,
  pieces: readonly (string | Varying)[],
): string {
  let joined = ''
  for (const piece of pieces) joined += typeof piece === 'string' ? piece : textIn(forms, piece)
  return joined
}

function textIn(forms: Pick<Forms, 'number' | 'nested' | 'boolean'>, piece: Varying): string {
  switch (piece.kind) {
    case 'number':
      return piece.texts[forms.number]
    case 'nested':
      return piece.texts[forms.nested]
    case 'boolean':
      return piece.texts[forms.boolean]
  }
}
