import { type Budget, budgetFor, matchingSecret } from './matching-secret.ts'
import { md5Hex } from './md5.ts'
import type { Parameter } from './parameters.ts'
import { joinedAsSent, joinInEveryForm, sortByName } from './value-forms.ts'

/**
 * Finds the secret under which `sign` is the current style's signature of the parameters (§5.3), first over the values
 * as sent and then over the other forms that denote the same values. At most 24 hashes for each secret; the comparison
 * ignores case and takes constant time.
 *
 * @param parameters every parameter as named and sent; `sign` among them is left out
 * @param moneyNames names, as sent, of the fields that hold money
 * @param budget how much may be tried beyond the values as sent; by default as for a body of one byte
 * @returns the index of the secret that matched, null when none did
 */
export function verifyCurrent({
  parameters,
  sign,
  secrets,
  moneyNames,
  budget = budgetFor(1),
}: {
  readonly parameters: readonly Parameter[]
  readonly sign: string
  readonly secrets: readonly string[]
  readonly moneyNames: ReadonlySet<string>
  readonly budget?: Budget | undefined
}): number | null {
  const texts = joinInEveryForm(signedInOrder(parameters), moneyNames, pair)
  const hash = (joined: string, secret: string) => md5Hex(withKey(joined, secret))
  return matchingSecret({ sign, secrets, texts, hash, budget })
}

/** The signature of a flat body that the service sends, 32 upper-case hexadecimal characters (§5.3, §5.8). */
export function signCurrent(fields: Readonly<Record<string, string>>, secret: string): string {
  const parameters = Object.entries(fields).map(
    ([name, text]): Parameter => ({ name, kind: 'text', text }),
  )
  return md5Hex(currentStyleText(parameters, secret))
}

/**
 * The text that is hashed (§5.3.1–6): `name=value` joined by `&`, names in ascending order of code units, null and
 * empty values and `sign` left out, `&key=<secret>` at the end.
 */
export function currentStyleText(parameters: readonly Parameter[], secret: string): string {
  return withKey(joinedAsSent(signedInOrder(parameters), pair), secret)
}

function signedInOrder(parameters: readonly Parameter[]): readonly Parameter[] {
  return sortByName(parameters.filter((parameter) => parameter.name !== 'sign'))
}

// §5.3.2 leaves out empty values. The forms already write null, and false as PHP does, as empty.
function pair(name: string, value: string): string {
  return value === '' ? '' : `&${name}=${value}`
}

function withKey(joined: string, secret: string): string {
  return `${joined.slice(1)}&key=${secret}`
}
