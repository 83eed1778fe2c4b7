import type { Parameter } from '../../signing/parameters.ts'
import type { Case, Diagnosis } from './diagnose.ts'
import { inOtherEncodings, shapeOf } from './digests.ts'
import { type Deviation, rightPlan, writtenBy } from './plan.ts'
import { explained, type Found, wholeEffort } from './search.ts'
import { spacesFor } from './spaces.ts'

/**
 * What the string that a merchant signed tells, where the sign alone explains nothing: how it came about, whether the
 * sign is its digest, and which fields differ.
 */
export function fromOwnText(
  parameters: readonly Parameter[],
  sign: string,
  given: Case,
): Pick<Diagnosis, 'outcome' | 'mistakes' | 'yours' | 'isLegacy'> {
  const own = given.ownText.replace(/[\r\n]+$/, '')
  const ours = writtenBy(rightPlan(given.secret, String), parameters)
  const differing = own === ours ? [] : differencesOf(parameters, own, given)
  const mistakes = [...differing, ...digestMistakes(sign, own, given.secret)]
  return { outcome: 'mistaken', mistakes, yours: own, isLegacy: false }
}

function differencesOf(
  parameters: readonly Parameter[],
  own: string,
  given: Case,
): readonly Found[] {
  const [first] = spacesFor(parameters, shapeOf('0'.repeat(32)), given)
  if (first === undefined) return []
  const deviations = [...ownSecret(own, given.secret), ...first.space.deviations]
  const found = explained({ ...first.space, deviations }, (text) => text === own, wholeEffort(1))
  return found === null ? fieldDifferences(parameters, own) : found.mistakes
}

function ownSecret(own: string, secret: string): readonly Deviation[] {
  const at = own.lastIndexOf('&key=')
  const other = own.slice(at + '&key='.length)
  if (at < 0 || other === secret) return []
  const isBlank = other.trim() === secret.trim()
  const name = isBlank ? 'secret_blank' : other === '' ? 'secret_unset' : 'secret_other'
  return [{ mistakes: [name], part: { secret: other }, detail: JSON.stringify(other) }]
}

// Which names stand in one text alone, or with another value.
function fieldDifferences(parameters: readonly Parameter[], own: string): readonly Found[] {
  const ours = new Map<string, string>()
  const plan = rightPlan('', String)
  for (const parameter of plan.pick(parameters)) {
    const pair = writtenBy({ ...plan, seal: (joined) => joined }, [parameter])
    if (pair !== '') ours.set(parameter.name, pair.slice(parameter.name.length + 1))
  }
  const theirs = pairsOf(own, [...ours.keys()])
  const out = [...ours.keys()].filter((name) => !theirs.has(name))
  const more = [...theirs.keys()].filter((name) => name !== 'key' && !ours.has(name))
  const changed = [...ours].filter(([name, value]) => (theirs.get(name) ?? value) !== value)
  const found: Found[] = []
  if (out.length > 0) found.push({ name: 'left_out', detail: out.join(', ') })
  if (more.length > 0) found.push({ name: 'not_sent', detail: more.join(', ') })
  if (changed.length > 0) {
    found.push({ name: 'changed', detail: changed.map(([name]) => name).join(', ') })
  }
  return found.length > 0 ? found : [{ name: 'text_differs' }]
}

// Splits at each & before a name; a value may hold & too, so that known names go before unknown ones.
function pairsOf(own: string, names: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  let last = ''
  for (const piece of own.split('&')) {
    const equals = piece.indexOf('=')
    const name = equals < 0 ? '' : piece.slice(0, equals)
    const before = pairs.get(last) ?? ''
    const isName = names.includes(name) || (/^\w+$/.test(name) && !/[/?{]/.test(before))
    if (isName && !pairs.has(name)) {
      pairs.set(name, piece.slice(equals + 1))
      last = name
    } else pairs.set(last, `${before}&${piece}`)
  }
  pairs.delete('')
  return pairs
}

function digestMistakes(sign: string, own: string, secret: string): readonly Found[] {
  if (sign === '') return []
  const { sought, digests, mistake } = shapeOf(sign)
  const known = mistake === null ? [] : [{ name: mistake }]
  const isOf = ({ part }: Deviation) => part.digest?.(own, secret) === sought
  const fitting = [...digests, ...inOtherEncodings()].find(isOf)
  if (fitting === undefined) return [...known, { name: 'digest_of_other' }]
  const { mistakes, detail } = fitting
  const named = mistakes.map((name): Found => (detail === undefined ? { name } : { name, detail }))
  return [...known, ...named]
}
