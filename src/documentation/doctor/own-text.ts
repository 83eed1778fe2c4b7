import { md5Hex } from '../../signing/md5.ts'
import type { Case } from './case.ts'
import { deviationsOf, seldomDeviations } from './deviations.ts'
import { otherEncodings, shapeOf } from './digests.ts'
import { explained, type Finding, findingsOf } from './search.ts'
import { currentSteps, type Deviation, type Field } from './steps.ts'

type OwnText = {
  readonly forms: readonly (readonly Field[])[]
  /** The string that was signed. */
  readonly own: string
  readonly sign: string
  readonly given: Case
}

/**
 * What the string that a merchant signed tells, where the sign alone explains nothing: how it came about, whether the
 * sign is its digest, and which fields differ.
 */
export function ownTextFindings({ forms, own, sign, given }: OwnText): readonly Finding[] {
  const [sent = []] = forms
  const steps = currentSteps(given.secret)
  const found = explained({
    steps,
    forms,
    deviations: [...ownSecret(own, given.secret), ...deviationsOf(sent, given)],
    seldom: seldomDeviations(sent),
    fits: (text) => text === own,
  })
  const fields = found === null ? fieldDifferences(sent, own) : found.findings
  return sign === '' ? fields : [...fields, ...digestFindings(sign, own, given.secret)]
}

function ownSecret(own: string, secret: string): readonly Deviation[] {
  const at = own.lastIndexOf('&key=')
  const other = own.slice(at + '&key='.length)
  if (at < 0 || other === secret) return []
  const isBlank = other.trim() === secret.trim()
  const name = isBlank ? 'secret_blank' : other === '' ? 'secret_unset' : 'secret_other'
  return [{ name, secret: other, detail: JSON.stringify(other) }]
}

// Which names stand in one text alone, or with another value.
function fieldDifferences(sent: readonly Field[], own: string): readonly Finding[] {
  const signed = sent.filter(({ name, text }) => name !== 'sign' && text !== '')
  const ours = new Map(signed.map(({ name, text }) => [name, text]))
  const theirs = pairsOf(own, ours)
  const names = {
    left_out: [...ours.keys()].filter((name) => !theirs.has(name)),
    not_sent: [...theirs.keys()].filter((name) => name !== 'key' && !ours.has(name)),
    changed: [...ours.keys()].filter(
      (name) => ![undefined, ours.get(name)].includes(theirs.get(name)),
    ),
  }
  const kinds = ['left_out', 'not_sent', 'changed'] as const
  const found = kinds.filter((kind) => names[kind].length > 0)
  if (found.length === 0) return [{ name: 'text_differs' }]
  return found.map((name) => ({ name, detail: names[name].join(', ') }))
}

// Splits at each & before a name; a value may hold & too, so that known names go before unknown ones.
function pairsOf(own: string, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  let last = ''
  for (const piece of own.split('&')) {
    const [name = '', ...value] = piece.split('=')
    const before = pairs.get(last) ?? ''
    const isName = known.has(name) || (/^\w+=/.test(piece) && !/[/?{]/.test(before))
    if (isName && !pairs.has(name)) {
      pairs.set(name, value.join('='))
      last = name
    } else pairs.set(last, `${before}&${piece}`)
  }
  pairs.delete('')
  return pairs
}

function digestFindings(sign: string, own: string, secret: string): readonly Finding[] {
  const { sought, digests, mistake } = shapeOf(sign)
  const known: readonly Finding[] = mistake === null ? [] : [{ name: mistake }]
  const fitting = [...digests, ...otherEncodings].find(
    (one) => (one?.digest ?? md5Hex)(own, secret) === sought,
  )
  if (fitting === undefined) return [...known, { name: 'digest_of_other' }]
  return fitting === null ? known : [...known, ...findingsOf(fitting)]
}
