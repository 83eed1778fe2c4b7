import { currentStyleText, verifyCurrent } from '../../signing/current-style.ts'
import { type LegacyGroup, legacyStyleText, verifyLegacy } from '../../signing/legacy-style.ts'
import { budgetFor } from '../../signing/matching-secret.ts'
import { md5Hex } from '../../signing/md5.ts'
import {
  type BodyFault,
  type Parameter,
  readFormBody,
  readJsonBody,
} from '../../signing/parameters.ts'
import { sha256Hex } from '../../signing/sha256.ts'
import { asSent, type Forms, moneyNames } from '../../signing/value-forms.ts'
import { type SignShape, shapeOf } from './digests.ts'
import { requestNotes, textOf } from './notes.ts'
import { fromOwnText } from './own-text.ts'
import { type Explanation, explained, type Found, wholeEffort } from './search.ts'
import { spacesFor } from './spaces.ts'

/** What a merchant's engineer knows of a request whose sign was refused. */
export type Case = {
  /** The body as it was sent. */
  readonly body: string
  readonly format: 'json' | 'form'
  readonly secret: string
  /** The sign that was made; empty for the one in the body. */
  readonly sign: string
  /** The string that was signed, if it is known; else empty. */
  readonly ownText: string
  /** UTC seconds. */
  readonly now: number
  /** How far a timestamp may be off, in seconds; 0 for any. */
  readonly toleranceSeconds: number
  /** Secrets that everybody knows, such as those of the documentation. */
  readonly knownSecrets: readonly string[]
}

/** What is the matter with a sign. */
export type Diagnosis = {
  /**
   * `right`: the Worker accepts it. `mistaken`: it came about by these mistakes. `unexplained`: nothing that is known
   * explains it. `unreadable`: there is nothing to sign, or nothing to compare.
   */
  readonly outcome: 'right' | 'mistaken' | 'unexplained' | 'unreadable'
  readonly mistakes: readonly Found[]
  /** What else there is to say; of these only `digest_case` and milliseconds are no reason for a refusal. */
  readonly notes: readonly Found[]
  /** The string that the Worker signs, with the secret, and its sign. */
  readonly ours: { readonly text: string; readonly sign: string } | null
  /** The string that was signed, as far as it is known. */
  readonly yours: string | null
  /** Whether it is in the earlier protocol's style (§5.5). */
  readonly isLegacy: boolean
}

/** Says whether a sign is right, or by which mistakes it came about. Tries no more than `wholeEffort`. */
export function diagnose(given: Case): Diagnosis {
  const bytes = new TextEncoder().encode(given.body)
  const read = given.format === 'json' ? readJsonBody(bytes) : readFormBody(bytes)
  if (!read.ok) {
    return { ...nothing, mistakes: [faultOf(read)] }
  }
  const { parameters } = read
  const sent = textOf(parameters.find(({ name }) => name === 'sign'))
  const sign = given.sign.trim() || sent
  const notes = requestNotes(parameters, sign, sent, given)
  const text = currentStyleText(parameters, given.secret)
  const ours = { text, sign: md5Hex(text) }
  if (given.secret === '' || (sign === '' && given.ownText === '')) {
    const name = given.secret === '' ? 'secret_missing' : 'sign_missing'
    return { ...nothing, notes, ours: given.secret === '' ? null : ours, mistakes: [{ name }] }
  }
  const accepted = acceptedText(parameters, sign, given.secret, bytes.length)
  if (accepted !== null) {
    const { isLegacy } = accepted
    const shown = { text: accepted.text, sign: digestOf(accepted) }
    return { ...nothing, outcome: 'right', notes, ours: shown, isLegacy }
  }
  return { ...nothing, ...searched(parameters, sign, given), notes, ours }
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

const nothing: Diagnosis = {
  ...{ outcome: 'unreadable', mistakes: [], notes: [], ours: null, yours: null, isLegacy: false },
}

function faultOf(fault: BodyFault): Found {
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

type Accepted = { readonly text: string; readonly isLegacy: boolean }

function digestOf({ text, isLegacy }: Accepted): string {
  return md5Hex(isLegacy ? sha256Hex(text) : text)
}

// The text under which the Worker accepts the sign; null when it does not.
function acceptedText(
  parameters: readonly Parameter[],
  sign: string,
  secret: string,
  bytes: number,
): Accepted | null {
  const budget = budgetFor(bytes)
  if (verifyCurrent(parameters, sign, [secret], moneyNames, budget) !== null) {
    const texts = everyForm.map((forms) => currentStyleText(parameters, secret, forms))
    const text = texts.find((one) => md5Hex(one) === sign.toUpperCase()) ?? ''
    return { text, isLegacy: false }
  }
  if (!isEarlier(parameters)) return null
  for (const group of groups) {
    if (verifyLegacy(parameters, sign, [secret], group, moneyNames, budgetFor(bytes)) === null) {
      continue
    }
    const texts = everyForm.map((forms) => legacyStyleText(parameters, secret, group, forms))
    const text = texts.find((one) => md5Hex(sha256Hex(one)) === sign.toUpperCase())
    return { text: text ?? legacyStyleText(parameters, secret, group), isLegacy: true }
  }
  return null
}

const groups: readonly LegacyGroup[] = ['collection', 'payout']

const everyForm: readonly Forms[] = (['sent', 'shortest', 'two_decimals'] as const).flatMap(
  (number) =>
    (['sent', 'compact', 'unescaped', 'compact_unescaped'] as const).flatMap((nested) =>
      (['words', 'php'] as const).map((boolean): Forms => {
        return { ...asSent, number, nested, boolean, moneyNames }
      }),
    ),
)

function isEarlier(parameters: readonly Parameter[]): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return !names.has('uid') && names.has('merchantNo')
}

type Judged = Pick<Diagnosis, 'outcome' | 'mistakes' | 'yours' | 'isLegacy'>

function searched(parameters: readonly Parameter[], sign: string, given: Case): Judged {
  const shape = shapeOf(sign)
  const found = sign === '' ? null : bySign(parameters, shape, given)
  if (found !== null) return found
  if (given.ownText !== '') return fromOwnText(parameters, sign, given)
  if (shape.mistake !== null) return { ...unexplained, ...mistaken([{ name: shape.mistake }]) }
  return unexplained
}

const unexplained: Judged = {
  ...{ outcome: 'unexplained', mistakes: [{ name: 'secret_likely' }], yours: null },
  isLegacy: false,
}

function mistaken(mistakes: readonly Found[]) {
  return { outcome: 'mistaken', mistakes } as const
}

function bySign(parameters: readonly Parameter[], shape: SignShape, given: Case): Judged | null {
  if (shape.digests.length === 0) return null
  const spaces = spacesFor(parameters, shape, given)
  for (const { space, mistakes, isLegacy } of spaces) {
    const found: Explanation | null = explained(
      space,
      (text, plan) => plan.digest(text, plan.secret) === shape.sought,
      wholeEffort(spaces.length),
    )
    if (found === null) continue
    const all = [...(shape.mistake === null ? [] : [shape.mistake]), ...mistakes].map((name) => {
      return { name }
    })
    const names = new Set(found.mistakes.map(({ name }) => name))
    const whole = [...all.filter(({ name }) => !names.has(name)), ...found.mistakes]
    return { ...mistaken(whole), yours: found.text, isLegacy }
  }
  return null
}
