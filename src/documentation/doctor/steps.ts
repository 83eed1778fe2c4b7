import { legacyUnsigned } from '../../signing/legacy-style.ts'
import { md5Hex } from '../../signing/md5.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import { type Forms, joinPairs, moneyNames } from '../../signing/value-forms.ts'
import type { MistakeName } from './mistakes.ts'

/** A parameter with the text that is signed for it; `nested` where that is the JSON of an object or array. */
export type Field = Pick<Parameter, 'name' | 'kind'> & { readonly text: string }

/** How a request is signed, step by step. */
export type Steps = {
  /** Which of the fields are signed, and under which names. */
  readonly fields: (signed: readonly Field[], sent: readonly Field[]) => readonly Field[]
  readonly value: (text: string, field: Field) => string
  readonly keep: (text: string, field: Field) => boolean
  readonly order: (fields: readonly Field[], secret: string) => readonly Field[]
  readonly join: (fields: readonly Field[]) => string
  /** Adds the secret to the joined fields. */
  readonly seal: (joined: string, secret: string) => string
  readonly secret: string
  /** The digest of the text as it is compared with the sign: in upper case, except Base64. */
  readonly digest: (text: string, secret: string) => string
}

/** A mistake: the steps that it replaces, and the detail of its text, such as a field's name. */
export type Deviation = Partial<Steps> & {
  readonly name: MistakeName
  /** A second mistake that is made with the first. */
  readonly also?: MistakeName
  readonly detail?: string
}

/** Mistakes by their names, each in the ways in which it is made. */
export type Ways<Way> = { readonly [Name in MistakeName]?: readonly Way[] }

/** A deviation for each way. */
export function deviationsBy<Way>(
  ways: Ways<Way>,
  by: (way: Way) => Omit<Deviation, 'name'>,
): readonly Deviation[] {
  return Object.entries<readonly Way[]>(ways).flatMap(([name, all]) =>
    all.map((way) => ({ name: name as MistakeName, ...by(way) })),
  )
}

/** The steps of §5.3. */
export function currentSteps(secret: string): Steps {
  return {
    fields: (_, sent) => sent.filter(({ name }) => name !== 'sign'),
    value: (text) => text,
    keep: (text) => text !== '',
    order: (fields) => sortedBy(fields, ({ name }) => name),
    join: joinedWith('=', '&'),
    seal: (joined, key) => `${joined}&key=${key}`,
    secret,
    digest: md5Hex,
  }
}

/** The steps of §5.5. */
export function legacySteps(secret: string, group: keyof typeof legacyUnsigned): Steps {
  return {
    ...currentSteps(secret),
    fields: (_, sent) => sent.filter(({ name }) => !legacyUnsigned[group].has(name)),
    keep: () => true,
    seal: (joined, key) => joined + key,
    digest: (text) => md5Hex(sha256Hex(text)),
  }
}

/** The steps with a deviation: its changes of fields and values are added, its other steps replace these. */
export function deviating(steps: Steps, deviation: Deviation): Steps {
  const { fields, value } = deviation
  return {
    ...steps,
    ...deviation,
    fields: fields ? (signed, sent) => fields(steps.fields(signed, sent), sent) : steps.fields,
    value: value ? (text, field) => value(steps.value(text, field), field) : steps.value,
  }
}

/** The hashed text if the sent body is signed in these steps. */
export function signedText(steps: Steps, sent: readonly Field[]): string {
  const fields = steps
    .fields(sent, sent)
    .map((field) => ({ ...field, text: steps.value(field.text, field) }))
    .filter((field) => steps.keep(field.text, field))
  return steps.seal(steps.join(steps.order(fields, steps.secret)), steps.secret)
}

/** The sent body in every form that the Worker accepts (§5.3.3); the form as sent comes first. */
export function inEveryForm(parameters: readonly Parameter[]): readonly (readonly Field[])[] {
  return everyForm.map((forms) =>
    parameters.map((parameter) => {
      const text = joinPairs(forms, [parameter], (_, value) => value)
      const isNested = parameter.kind === 'text' && isJson(text)
      return { name: parameter.name, kind: isNested ? 'nested' : parameter.kind, text }
    }),
  )
}

/** Joins fields as `name=value` and `&` are joined in §5.3.5. */
export function joinedWith(equals: string, separator: string): Steps['join'] {
  return (fields) => fields.map(({ name, text }) => name + equals + text).join(separator)
}

/** Fields in ascending order of a key, by code units or as numbers. */
export function sortedBy(
  fields: readonly Field[],
  key: (field: Field) => string | number,
): readonly Field[] {
  const keyed = fields.map((field) => [key(field), field] as const)
  return keyed.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([, f]) => f)
}

const everyForm: readonly Forms[] = (['sent', 'shortest', 'two_decimals'] as const).flatMap(
  (number) =>
    (['sent', 'compact', 'unescaped', 'compact_unescaped'] as const).flatMap((nested) =>
      (['words', 'php'] as const).map((boolean) => ({ number, nested, boolean, moneyNames })),
    ),
)

// A form carries an object as its JSON text.
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
