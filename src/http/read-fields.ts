import type * as z from 'zod/mini'
import {
  type EarlierNames,
  earlierSignedNames,
  type Fields,
  signedFields,
} from '../contract/endpoint.ts'
import { invalid, invalidFields, Refusal } from '../contract/refusals.ts'
import { isGiven, type SentValue, sentText } from '../contract/sent-parameter.ts'
import { readJsonBody } from '../signing/parameters.ts'
import { type Meaning, meaningOf, say } from '../units/language.ts'
import type { SentBody } from './read-body.ts'

/** A request's fields as read, with the caller's name of each. */
type ReadFields<F extends Fields> = {
  readonly values: z.output<z.ZodMiniObject<F>>
  readonly spelled: Spelling
}

/** The caller's name of a field. */
type Spelling = (name: string) => string

/**
 * Reads the fields of a request. Earlier names replace absent current ones (§9.2). Throws `validation_error` with all
 * problems, under the caller's names.
 *
 * @param noteIgnored gets the unknown names, if any, before anything is refused
 */
export function readFields<F extends Fields>({
  fields,
  earlierNames,
  body,
  noteIgnored,
}: {
  readonly fields: z.ZodMiniObject<F>
  readonly earlierNames: EarlierNames
  readonly body: SentBody
  readonly noteIgnored?: (names: readonly string[]) => void
}): ReadFields<F> {
  const sent = body.byName
  const spelled = (name: string) => spelledBy(name, earlierNames, sent)
  const hasEarlier = earlierNames.some(([earlier]) => sent.has(earlier))
  const values: Record<string, SentValue> = {}
  let known = credentialCount
  for (const name of Object.keys(fields.shape)) {
    const value = hasEarlier ? parameterFor({ name, fields, earlierNames, sent }) : sent.get(name)
    if (value === undefined) continue
    values[name] = name === 'extra' ? customData(value, body) : value
    known += 1
  }
  // All parameters are known, unless a field came under an earlier name.
  if (noteIgnored !== undefined && (hasEarlier || known < sent.size)) {
    const ignored = ignoredNames(fields, earlierNames, sent)
    if (ignored.length > 0) noteIgnored(ignored)
  }
  const read = fields.safeParse(values)
  if (read.success) return { values: read.data, spelled }
  const errors: Record<string, Meaning[]> = {}
  for (const { path, message } of read.error.issues) {
    const name = String(path[0])
    errors[name] = [...(errors[name] ?? []), meaningOf(message)]
  }
  throw inCallersSpelling(invalidFields(errors), spelled)
}

const credentials: ReadonlySet<string> = new Set(
  [Object.keys(signedFields.shape), earlierSignedNames.map(([earlier]) => earlier)].flat(),
)
const credentialCount = Object.keys(signedFields.shape).length

// Sorted by code unit, in the caller's spelling.
function ignoredNames(
  fields: z.ZodMiniObject<Fields>,
  earlierNames: EarlierNames,
  sent: ReadonlyMap<string, SentValue>,
): readonly string[] {
  const isKnown = (name: string) =>
    Object.hasOwn(fields.shape, name) ||
    credentials.has(name) ||
    earlierNames.some(([earlier]) => earlier === name)
  return [...sent.keys()].filter((name) => !isKnown(name)).sort()
}

/**
 * The parameter of a field, under its current or an earlier name. An earlier name that is itself a field (orderNo of a
 * status query) stands for several fields: it is read as itself, and only if none of those is given.
 */
export function parameterFor<F extends Fields>({
  name,
  fields,
  earlierNames,
  sent,
}: {
  readonly name: string
  readonly fields: z.ZodMiniObject<F>
  readonly earlierNames: EarlierNames
  readonly sent: ReadonlyMap<string, SentValue>
}): SentValue | undefined {
  const spelled = spelledBy(name, earlierNames, sent)
  const isAnother = spelled !== name && Object.hasOwn(fields.shape, spelled)
  const givesWay = earlierNames.some(([one, current]) => one === name && isGiven(sent.get(current)))
  return isAnother || givesWay ? undefined : sent.get(spelled)
}

/** The thrown error, with a refusal's fields in the caller's names. */
export function inCallersSpelling(fault: unknown, spelled: Spelling): unknown {
  if (!(fault instanceof Refusal) || fault.details.errors === undefined) return fault
  const errors: Record<string, Meaning[]> = {}
  for (const [field, problems] of Object.entries(fault.details.errors)) {
    const name = spelled(field)
    const before = errors[name] ?? []
    const isNew = ({ zh }: Meaning) => before.every((one) => one.zh !== zh)
    errors[name] = [...before, ...problems.filter(isNew)]
  }
  return invalidFields(errors)
}

/** Refuses a request in which the current and the earlier name of a field have different values. */
export function refuseContradiction(name: string, earlier: string, { byName }: SentBody): void {
  const [one, other] = [byName.get(name), byName.get(earlier)]
  if (!isGiven(one) || !isGiven(other)) return
  if (sentText(one) !== sentText(other)) {
    throw invalid(
      name,
      say(
        `與 ${earlier} 不一致，請只傳送其中一個`,
        `Differs from ${earlier}; send only one of them`,
      ),
    )
  }
}

// The first name with a value; else the first that was sent; else the name in the caller's protocol.
function spelledBy(
  name: string,
  earlierNames: EarlierNames,
  sent: ReadonlyMap<string, SentValue>,
): string {
  const earlier = earlierNames.filter(([, current]) => current === name).map(([one]) => one)
  const names = [name, ...earlier]
  const usesEarlier = sent.has('merchantNo') && !sent.has('uid')
  return (
    names.find((one) => isGiven(sent.get(one))) ??
    names.find((one) => sent.has(one)) ??
    (usesEarlier ? (earlier[0] ?? name) : name)
  )
}

// A form sends an object, or PHP's empty array, as its JSON text (decisions §2, "Form bodies").
function customData(extra: SentValue, { format }: SentBody): SentValue {
  if (format !== 'form' || extra.kind !== 'text') return extra
  const source = extra.text.trim()
  const isJson = source === '[]' || readJsonBody(new TextEncoder().encode(extra.text)).ok
  return isJson ? { kind: 'nested', source } : extra
}
