import {
  type BodyFault,
  type Parameter,
  readFormBody,
  readJsonBody,
} from '../../signing/parameters.ts'
import type { Case } from './case.ts'
import { deviationsOf, seldomDeviations } from './deviations.ts'
import { otherEncodings, shapeOf } from './digests.ts'
import { requestNotes, suspicions } from './notes.ts'
import { ownTextFindings } from './own-text.ts'
import { explained, findingsOf, type Mistake } from './search.ts'
import { apiSecretIn } from './secret-deviations.ts'
import {
  currentSteps,
  deviating,
  type Field,
  inEveryForm,
  legacySteps,
  type Steps,
  signedText,
} from './steps.ts'

export type Diagnosis = {
  /**
   * `right`: the Worker accepts it. `mistaken`: it came about by these mistakes. `unexplained`: nothing that is known
   * explains it. `unreadable`: there is nothing to sign, or nothing to compare.
   */
  readonly outcome: 'right' | 'mistaken' | 'unexplained' | 'unreadable'
  readonly mistakes: readonly Mistake[]
  /** Further notes; of these only `digest_case` and milliseconds are no reason for a refusal. */
  readonly notes: readonly Mistake[]
  /** The string that the Worker signs, with the secret, and its sign. */
  readonly ours: { readonly text: string; readonly sign: string } | null
  /** The string that was signed, as far as it is known. */
  readonly yours: string | null
  /** Whether it is in the earlier protocol's style (§5.5). */
  readonly isLegacy: boolean
}

/** Says whether a sign is right, or by which mistakes it came about. */
export function diagnose(request: Case): Diagnosis {
  const bytes = new TextEncoder().encode(request.body)
  const read = request.format === 'json' ? readJsonBody(bytes) : readFormBody(bytes)
  if (!read.ok) return { ...undecided, mistakes: [faultOf(read)] }
  const secret = apiSecretIn(request.secret)
  // A test merchant's refusal shows the string in this form (§7).
  const ownText = request.ownText.replace(/&key=<secret>\s*$/, () => `&key=${secret}`)
  return diagnoseRead(read.parameters, { ...request, secret, ownText })
}

function diagnoseRead(parameters: readonly Parameter[], request: Case): Diagnosis {
  const forms = inEveryForm(parameters)
  const [sent = []] = forms
  const sign = request.sign.trim() || (sent.find(({ name }) => name === 'sign')?.text ?? '')
  const notes = requestNotes(sent, sign, request)
  if (request.secret === '') return { ...undecided, notes, mistakes: [{ name: 'secret_missing' }] }
  const styles = stylesOf(sent, request.secret)
  for (const { steps, isLegacy } of styles) {
    const text = forms
      .map((fields) => signedText(steps, fields))
      .find((one) => steps.digest(one, request.secret) === sign.toUpperCase())
    if (text === undefined) continue
    return { ...undecided, outcome: 'right', notes, ours: signOf(steps, text), isLegacy }
  }
  const steps = currentSteps(request.secret)
  const ours = signOf(steps, signedText(steps, sent))
  if (sign === '' && request.ownText === '') {
    return { ...undecided, notes, ours, mistakes: [{ name: 'sign_missing' }] }
  }
  const found = { ...undecided, notes, ours, ...mistaken({ request, sign, forms, styles }) }
  const names = new Set(found.mistakes.map(({ name }) => name))
  const suspected = found.outcome === 'unexplained' ? suspicions(sent) : []
  return { ...found, notes: [...notes.filter(({ name }) => !names.has(name)), ...suspected] }
}

/** Where a text differs from another: behind their common beginning, before their common end. */
export function difference(text: string, other: string): { from: number; to: number } {
  const shorter = Math.min(text.length, other.length)
  let from = 0
  while (from < shorter && text[from] === other[from]) from += 1
  let end = 0
  while (end < shorter - from && text.at(-1 - end) === other.at(-1 - end)) end += 1
  return { from, to: text.length - end }
}

const undecided: Diagnosis = {
  outcome: 'unreadable',
  mistakes: [],
  notes: [],
  ours: null,
  yours: null,
  isLegacy: false,
}

function faultOf(fault: BodyFault): Mistake {
  switch (fault.fault) {
    case 'not_json': {
      const { line, column, kind } = fault.mistake
      return { name: 'not_json', detail: `${line}:${column} ${kind}` }
    }
    case 'duplicate_name':
      return { name: 'duplicate_name', detail: fault.name }
    default:
      return { name: fault.fault }
  }
}

function signOf(steps: Steps, text: string): NonNullable<Diagnosis['ours']> {
  return { text, sign: steps.digest(text, steps.secret) }
}

/** A way of signing that the Worker accepts for a request. */
type Style = { readonly steps: Steps; readonly isLegacy: boolean }

function stylesOf(sent: readonly Field[], secret: string): readonly Style[] {
  const current: Style = { steps: currentSteps(secret), isLegacy: false }
  const names = new Set(sent.map(({ name }) => name))
  if (names.has('uid') || !names.has('merchantNo')) return [current]
  const legacy = (['collection', 'payout'] as const).map((group): Style => {
    return { steps: legacySteps(secret, group), isLegacy: true }
  })
  return [current, ...legacy]
}

type Request = {
  readonly request: Case
  readonly sign: string
  readonly forms: readonly (readonly Field[])[]
  readonly styles: readonly Style[]
}

// Explains the sign itself or, if that fails, the string that was signed.
function mistaken({ request, sign, forms, styles }: Request): Partial<Diagnosis> {
  const [sent = []] = forms
  const { digest: sought, digests, mistake } = shapeOf(sign)
  const written: readonly Mistake[] = mistake === null ? [] : [{ name: mistake }]
  const [likeliest, ...others] = digests
  if (likeliest !== undefined) {
    const base = likeliest === null ? [] : [likeliest]
    const digested = [...others.filter((one) => one !== null), ...otherEncodings]
    const deviations = [...deviationsOf(sent, request), ...digested]
    const seldom = seldomDeviations(sent)
    const fits = (text: string, { digest, secret }: Steps) => digest(text, secret) === sought
    for (const { steps, isLegacy } of styles) {
      const found = explained({
        steps: base.reduce(deviating, steps),
        forms,
        deviations,
        seldom,
        fits,
      })
      if (found === null) continue
      const all = [...written, ...base.flatMap(findingsOf), ...found.findings]
      const mistakes = [...new Map(all.map((one) => [one.name, one])).values()]
      return { outcome: 'mistaken', mistakes, yours: found.text, isLegacy }
    }
  }
  if (request.ownText !== '') {
    const yours = request.ownText.replace(/[\r\n]+$/, '')
    const mistakes = ownTextFindings({ forms, own: yours, sign, request })
    return { outcome: 'mistaken', mistakes, yours }
  }
  if (mistake !== null) return { outcome: 'mistaken', mistakes: written }
  return { outcome: 'unexplained', mistakes: [{ name: 'secret_likely' }] }
}
