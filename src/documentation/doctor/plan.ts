import type { Parameter } from '../../signing/parameters.ts'
import type { MistakeName } from './mistakes.ts'

/** A name and the text of its value, as they are joined. */
export type Pair = readonly [name: string, value: string]

/** How a sign is made, step by step. Each step may have been done otherwise than §5.3 says. */
export type Plan = {
  /** Which parameters are signed, and under which names. */
  readonly pick: (parameters: readonly Parameter[]) => readonly Parameter[]
  readonly number: (source: string, parameter: Parameter) => string
  readonly boolean: (value: boolean) => string
  /** The text of null. */
  readonly nothing: string
  readonly nested: (source: string) => string
  readonly text: (text: string) => string
  /** What is done to the text of every value. */
  readonly encode: (value: string) => string
  readonly keep: (parameter: Parameter, value: string) => boolean
  readonly arrange: (pairs: readonly Pair[], secret: string) => readonly Pair[]
  readonly join: (pairs: readonly Pair[]) => string
  /** Adds the secret to the joined pairs. */
  readonly seal: (joined: string, secret: string) => string
  readonly secret: string
  /** The digest of the text, as the sign is compared: in upper case, but for base64. */
  readonly digest: (text: string, secret: string) => string
}

/** A step done otherwise. Without mistakes it is a way that the Worker accepts too. */
export type Deviation = {
  readonly mistakes: readonly MistakeName[]
  readonly part: Partial<Plan>
  /** What the words of the mistake leave open, such as a field's name. */
  readonly detail?: string | undefined
}

/** The text that is hashed when these parameters are signed in that way. */
export function writtenBy(plan: Plan, parameters: readonly Parameter[]): string {
  const pairs: Pair[] = []
  for (const parameter of plan.pick(parameters)) {
    const value = plan.encode(valueBy(plan, parameter))
    if (plan.keep(parameter, value)) pairs.push([parameter.name, value])
  }
  return plan.seal(plan.join(plan.arrange(pairs, plan.secret)), plan.secret)
}

/** The steps of the right way (§5.3), for a secret. */
export function rightPlan(secret: string, digest: Plan['digest']): Plan {
  return {
    pick: withoutSign,
    number: (source) => source,
    boolean: String,
    nothing: '',
    nested: (source) => source,
    text: (text) => text,
    encode: (value) => value,
    keep: (_, value) => value !== '',
    arrange: (pairs) => sortedBy(pairs, ([name]) => name),
    join: (pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'),
    seal: (joined, key) => `${joined}&key=${key}`,
    secret,
    digest,
  }
}

/** What is tried with others, and what by itself only: there is much of it, or it is seldom done. */
export type Likelihoods = {
  readonly likely: readonly Deviation[]
  readonly rare: readonly Deviation[]
}

/** One mistake in one step. */
export function deviation(mistake: MistakeName, part: Partial<Plan>, detail?: string): Deviation {
  return { mistakes: [mistake], part, detail }
}

/** Another text signed for a parameter than was sent. */
export function signedAs(
  mistake: MistakeName,
  name: string,
  text: string,
  detail: string,
): Deviation {
  const pick: Plan['pick'] = (all) =>
    withoutSign(all).map((one) => (one.name === name ? { name, kind: 'text', text } : one))
  return deviation(mistake, { pick }, detail)
}

/** What §5.3 signs of a body's parameters. */
export function withoutSign(all: readonly Parameter[]): readonly Parameter[] {
  return all.filter(({ name }) => name !== 'sign')
}

/** Pairs in ascending order of a key, by code units. */
export function sortedBy(pairs: readonly Pair[], key: (pair: Pair) => string): readonly Pair[] {
  const keyed = pairs.map((pair) => [key(pair), pair] as const)
  return keyed.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([, p]) => p)
}

/** Whether a text reads as a decimal number. */
export function isNumeric(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

function valueBy(plan: Plan, parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return plan.number(parameter.source, parameter)
    case 'boolean':
      return plan.boolean(parameter.value)
    case 'null':
      return plan.nothing
    case 'nested':
      return plan.nested(parameter.source)
    case 'text':
      if (isNumeric(parameter.text)) return plan.number(parameter.text, parameter)
      // A form carries an object as its JSON text.
      return isJsonText(parameter.text) ? plan.nested(parameter.text) : plan.text(parameter.text)
  }
}

/** Whether a text is that of a JSON object or array. */
export function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
