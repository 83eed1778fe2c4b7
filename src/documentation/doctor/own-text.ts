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

// Names that stand in one text alone, or with another value: what is left of the string without the pairs as sent.
function fieldDifferences(sent: readonly Field[], own: string): readonly Finding[] {
  const signed = sent.filter(({ name, text }) => name !== 'sign' && text !== '')
  const left = signed.reduce(
    (rest, { name, text }) => rest.replace(`&${name}=${text}&`, () => '&'),
    `&${own}&`,
  )
  const others = [...left.matchAll(/&(\w+)(?==)/g)].map(([, name = '']) => name)
  const names = signed.map(({ name }) => name)
  const differences = {
    left_out: names.filter((name) => !`&${own}`.includes(`&${name}=`)),
    not_sent: others.filter((name) => name !== 'key' && !names.includes(name)),
    changed: names.filter((name) => others.includes(name)),
  }
  const kinds = ['left_out', 'not_sent', 'changed'] as const
  const found = kinds.filter((kind) => differences[kind].length > 0)
  if (found.length === 0) return [{ name: 'text_differs' }]
  return found.map((name) => ({ name, detail: differences[name].join(', ') }))
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
