import { type Budget, budgetFor, matchingSecret } from './matching-secret.ts'
import { md5Hex } from './md5.ts'
import type { Parameter } from './parameters.ts'
import { sha256Hex } from './sha256.ts'
import { joinInEveryForm, sortByName } from './value-forms.ts'

/** Which names apply: `payout` for endpoints 7, 8 and 11 with `type` `payout`, else `collection`. */
export type LegacyGroup = 'collection' | 'payout'

/**
 * Finds the secret under which `sign` is the earlier protocol's signature of the parameters (§5.5, §9.3). It tries the
 * values as sent, then the other forms that denote the same values, then all of that with the absent optional names
 * added as empty. At most 24 hashes for each secret in either half; the comparison ignores case and takes constant
 * time.
 *
 * The signature does not cover what `legacyUnsigned` names.
 *
 * @param parameters every parameter as named and sent
 * @param moneyNames names, as sent, of the fields that hold money
 * @param budget how much may be tried beyond the values as sent; by default as for a body of one byte
 * @returns the index of the secret that matched, null when none did
 */
export function verifyLegacy({
  parameters,
  sign,
  secrets,
  group,
  moneyNames,
  budget = budgetFor(1),
}: {
  readonly parameters: readonly Parameter[]
  readonly sign: string
  readonly secrets: readonly string[]
  readonly group: LegacyGroup
  readonly moneyNames: ReadonlySet<string>
  readonly budget?: Budget | undefined
}): number | null {
  const texts = joinedInBothTries(parameters, group, moneyNames)
  const hash = (joined: string, secret: string) => md5Hex(sha256Hex(withSecret(joined, secret)))
  return matchingSecret({ sign, secrets, texts, hash, budget })
}

/**
 * Names that the signature does not cover. A man in the middle can change, add or remove their values, so they must
 * never decide money, account or address.
 */
export const legacyUnsigned: Readonly<Record<LegacyGroup, ReadonlySet<string>>> = {
  collection: new Set([
    'sign',
    'userName',
    'channelNo',
    'payeeName',
    'bankName',
    'appSecret',
    'returnUrl',
    'storeId',
    'storeType',
    'tradeCode',
  ]),
  payout: new Set(['sign', 'appSecret', 'bankBranch', 'memo']),
}

// Names that clients of the earlier protocol sign as empty even when they do not send them.
const optionalNames: Readonly<Record<LegacyGroup, readonly string[]>> = {
  collection: ['userNo', 'discount', 'extra'],
  payout: ['mobile', 'reverseUrl', 'extra'],
}

function* joinedInBothTries(
  parameters: readonly Parameter[],
  group: LegacyGroup,
  moneyNames: ReadonlySet<string>,
): Generator<string, void> {
  const signed = signedOf(parameters, group)
  yield* joinInEveryForm(sortByName(signed), moneyNames, pair)
  const sent = new Set(signed.map(({ name }) => name))
  const added = optionalNames[group]
    .filter((name) => !sent.has(name))
    .map((name): Parameter => ({ name, kind: 'text', text: '' }))
  if (added.length === 0) return
  yield* joinInEveryForm(sortByName([...signed, ...added]), moneyNames, pair)
}

function signedOf(parameters: readonly Parameter[], group: LegacyGroup): readonly Parameter[] {
  return parameters.filter(({ name }) => !legacyUnsigned[group].has(name))
}

function pair(name: string, value: string): string {
  return `&${name}=${value}`
}

function withSecret(joined: string, secret: string): string {
  return joined.slice(1) + secret
}
