import { md5Hex } from '../../signing/md5.ts'
import type { Case } from './case.ts'
import { deviationsOf, seldomDeviations } from './deviations.ts'
import { otherEncodings, shapeOf } from './digests.ts'
import type { MistakeName } from './mistakes.ts'
import { explained, findingsOf, type Mistake } from './search.ts'
import { currentSteps, type Deviation, type Field } from './steps.ts'
import { urlDecoded } from './value-deviations.ts'

type OwnText = {
  readonly forms: readonly (readonly Field[])[]
  /** The string that was signed. */
  readonly own: string
  readonly sign: string
  readonly request: Case
}

/**
 * The findings in the string that a merchant signed, if the sign alone explains nothing: how the string came about,
 * whether the sign is its digest, and which fields differ.
 */
export function ownTextFindings({ forms, own, sign, request }: OwnText): readonly Mistake[] {
  const [sent = []] = forms
  const steps = currentSteps(request.secret)
  const secrets = ownSecret(own, request.secret)
  const found = explained({
    steps,
    forms,
    deviations: [...secrets, ...deviationsOf(sent, request)],
    seldom: seldomDeviations(sent),
    fits: (text) => text === own,
  })
  const fields = found?.findings ?? [...secrets.flatMap(findingsOf), ...fieldDifferences(sent, own)]
  return sign === '' ? fields : [...fields, ...digestFindings(sign, own, request.secret)]
}

function ownSecret(own: string, secret: string): readonly Deviation[] {
  const at = own.lastIndexOf('&key=')
  const other = own.slice(at + '&key='.length)
  if (at < 0 || other === secret) return []
  const isBlank = other.trim() === secret.trim()
  const name = isBlank ? 'secret_blank' : other === '' ? 'secret_unset' : 'secret_other'
  return [{ name, secret: other, detail: JSON.stringify(other) }]
}

// The fields that differ in the string, or in its URL-decoded form if that is nearer.
function fieldDifferences(sent: readonly Field[], own: string): readonly Mistake[] {
  const asWritten = differences(sent, own)
  const decoded = differences(sent, urlDecoded(own.replaceAll('+', ' ')))
  const isEncoded = namesIn(decoded).length < namesIn(asWritten).length
  const found = isEncoded ? decoded : asWritten
  const encoded: readonly Mistake[] = isEncoded ? [{ name: 'url_encoded' }] : []
  if (namesIn(found).length === 0) return [...encoded, { name: 'text_differs' }]
  return [
    ...encoded,
    ...found
      .filter(([, names]) => names.length > 0)
      .map(([name, names]): Mistake => ({ name, detail: names.join(', ') })),
  ]
}

type Differences = readonly (readonly [name: MistakeName, names: readonly string[]])[]

function namesIn(all: Differences): readonly string[] {
  return all.flatMap(([, names]) => names)
}

// The names that one text alone has, or that have other values: what remains of the string without the sent pairs.
function differences(sent: readonly Field[], own: string): Differences {
  const signed = sent.filter(({ name, text }) => name !== 'sign' && text !== '')
  const rest = signed.reduce(
    (rest, { name, text }) => rest.replace(`&${name}=${text}&`, () => '&'),
    `&${own}&`,
  )
  const others = [...rest.matchAll(/&([^\s&=]+)(?==)/g)].map(([, name = '']) => urlDecoded(name))
  const names = signed.map(({ name }) => name)
  const flat = others.filter(
    (name) => names.includes(name.replace(/[[.].*/, '')) && /[[.]/.test(name),
  )
  const objects = flat.map((name) => name.replace(/[[.].*/, ''))
  return [
    ['nested_flattened', flat],
    [
      'left_out',
      names.filter((name) => !`&${own}`.includes(`&${name}=`) && !objects.includes(name)),
    ],
    ['not_sent', others.filter((name) => ![...names, ...flat, 'key'].includes(name))],
    ['changed', names.filter((name) => others.includes(name))],
  ]
}

function digestFindings(sign: string, own: string, secret: string): readonly Mistake[] {
  const { digest, digests, mistake } = shapeOf(sign)
  const known: readonly Mistake[] = mistake === null ? [] : [{ name: mistake }]
  const fitting = [...digests, ...otherEncodings].find(
    (one) => (one?.digest ?? md5Hex)(own, secret) === digest,
  )
  if (fitting === undefined) return [...known, { name: 'digest_of_other' }]
  return fitting === null ? known : [...known, ...findingsOf(fitting)]
}
