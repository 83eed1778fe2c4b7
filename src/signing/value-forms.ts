import { compact, unescapeText } from './nested-text.ts'
import { shortest, twoDecimals } from './number-text.ts'
import type { Parameter } from './parameters.ts'

const numberForms = ['sent', 'shortest', 'two_decimals'] as const
const nestedForms = ['sent', 'compact', 'unescaped', 'compact_unescaped'] as const
const booleanForms = ['words', 'php'] as const

type NumberForm = (typeof numberForms)[number]
type NestedForm = (typeof nestedForms)[number]
type BooleanForm = (typeof booleanForms)[number]

/**
 * The form in which values of each kind are signed (§5.3.3). `two_decimals` applies to `moneyNames` only; other numbers
 * stay as sent.
 */
export type Forms = {
  readonly number: NumberForm
  readonly nested: NestedForm
  readonly boolean: BooleanForm
  readonly moneyNames: ReadonlySet<string>
}

/** Names of the parameters that hold money: only they may be signed with exactly two decimals (decisions §2). */
export const moneyNames: ReadonlySet<string> = new Set(['amount', 'paid_amount', 'actual_amount'])

/** Writes one parameter with an `&` in front, or nothing when the style drops an empty value. */
type PairText = (name: string, value: string) => string

/**
 * The joined pairs, in the order of `parameters`, in every form that gives another text: as sent first, at most 24. The
 * forms of each kind vary independently. Texts and forms are generated lazily, so that forged requests stay cheap.
 */
export function* joinInEveryForm(
  parameters: readonly Parameter[],
  moneyNames: ReadonlySet<string>,
  pair: PairText,
): Generator<string, void> {
  yield joinedAsSent(parameters, pair)
  const body = inPieces(parameters, moneyNames, pair)
  let isAsSent = true
  for (const number of formsOf('number', body)) {
    for (const nested of formsOf('nested', body)) {
      for (const boolean of formsOf('boolean', body)) {
        if (!isAsSent) yield joinedPieces(body.pieces, { number, nested, boolean })
        isAsSent = false
      }
    }
  }
}

/** The joined pairs in one form, in the order of `parameters`. */
export function joinPairs(forms: Forms, parameters: readonly Parameter[], pair: PairText): string {
  const body = inPieces(parameters, forms.moneyNames, pair)
  for (const kind of kinds) for (const value of body.values[kind]) writeOut(value, body)
  return joinedPieces(body.pieces, {
    number: numberForms.indexOf(forms.number),
    nested: nestedForms.indexOf(forms.nested),
    boolean: booleanForms.indexOf(forms.boolean),
  })
}

/** The parameters in ascending order of their names, by code units (§5.3.4). */
export function sortByName(parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const kinds = ['number', 'nested', 'boolean'] as const
type Kind = (typeof kinds)[number]

/** For each kind of value the index of its form; 0 is as sent. */
type FormChoice = Readonly<Record<Kind, number>>

/** A value with several forms, and its pair in each: as sent, and the others once `writeOut` has added them. */
type Value = {
  readonly kind: Kind
  readonly parameter: Parameter & { readonly kind: Kind }
  readonly texts: string[]
}

/** A body whose unchanging parts are joined once, so that each further text is cheap. */
type PiecedBody = {
  readonly pieces: readonly (string | Value)[]
  readonly values: Readonly<Record<Kind, readonly Value[]>>
  /** For each kind the forms that give another text, once computed. */
  readonly others: Partial<Record<Kind, readonly number[]>>
  readonly moneyNames: ReadonlySet<string>
  readonly pair: PairText
}

/** The joined pairs with every value as the text that was sent, in the order of `parameters`. */
export function joinedAsSent(parameters: readonly Parameter[], pair: PairText): string {
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

function inPieces(
  parameters: readonly Parameter[],
  moneyNames: ReadonlySet<string>,
  pair: PairText,
): PiecedBody {
  const pieces: (string | Value)[] = []
  const values: Record<Kind, Value[]> = { number: [], nested: [], boolean: [] }
  let unchanging = ''
  for (const parameter of parameters) {
    const sent = pair(parameter.name, sentText(parameter))
    if (parameter.kind === 'text' || parameter.kind === 'null') {
      unchanging += sent
      continue
    }
    const { kind } = parameter
    const value = { kind, parameter, texts: [sent] }
    if (unchanging !== '') pieces.push(unchanging)
    pieces.push(value)
    values[kind].push(value)
    unchanging = ''
  }
  pieces.push(unchanging)
  return { pieces, values, others: {}, moneyNames, pair }
}

// Yields 0 (as sent), then each form that is worth a hash. Those are computed when the second value is pulled.
function* formsOf(kind: Kind, body: PiecedBody): Generator<number, void> {
  yield 0
  body.others[kind] ??= otherForms(body.values[kind], body)
  yield* body.others[kind]
}

// A form is worth a hash when it differs from every earlier form in some value.
function otherForms(values: readonly Value[], body: PiecedBody): readonly number[] {
  for (const value of values) writeOut(value, body)
  const distinct = [0]
  for (let form = 1; form < (values[0]?.texts.length ?? 0); form += 1) {
    const isNew = (before: number) => values.some(({ texts }) => texts[form] !== texts[before])
    if (distinct.every(isNew)) distinct.push(form)
  }
  return distinct.slice(1)
}

// Forms that give the same text share one string.
function writeOut({ parameter, texts }: Value, { moneyNames, pair }: PiecedBody): void {
  const [sent = ''] = texts
  const { name } = parameter
  if (parameter.kind === 'number') {
    const { source } = parameter
    const short = shortest(source)
    const two = moneyNames.has(name) ? twoDecimals(source) : source
    texts.push(short === source ? sent : pair(name, short), two === source ? sent : pair(name, two))
  } else if (parameter.kind === 'nested') {
    const { source } = parameter
    const compacted = compact(source)
    const plain = unescapeText(source)
    const both = plain === source ? compacted : compact(plain)
    for (const text of [compacted, plain, both])
      texts.push(text === source ? sent : pair(name, text))
  } else {
    texts.push(pair(name, parameter.value ? '1' : ''))
  }
}

function joinedPieces(pieces: PiecedBody['pieces'], chosen: FormChoice): string {
  let joined = ''
  for (const piece of pieces) {
    joined += typeof piece === 'string' ? piece : piece.texts[chosen[piece.kind]]
  }
  return joined
}
