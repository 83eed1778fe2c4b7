import type { Case } from './case.ts'
import { type Deviation, deviationsBy, type Ways } from './steps.ts'
import { decodedBy, urlDecoded } from './value-deviations.ts'

/** Another secret than the one given: with blanks, encoded, not set, or one that everybody knows. */
export function secretDeviations({ secret, knownSecrets }: Case): readonly Deviation[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret)))
  const bare = secret.trim()
  const others: Ways<string> = {
    secret_blank: ['_', '_ ', '_\n', '_\r\n', '_\r', '_\t', ' _', '\uFEFF_'].map((one) =>
      one.replace('_', () => bare),
    ),
    secret_unset:
      ',undefined,null,None,nil,<nil>,false,<API secret>,<API 金鑰>,YOUR_SECRET,secret,API_SECRET'.split(
        ',',
      ),
    secret_example: knownSecrets,
    secret_case: [secret.toLowerCase(), secret.toUpperCase()],
    secret_encoded: [
      encodeURIComponent(secret),
      urlDecoded(secret),
      secret.replaceAll('&', '&amp;'),
      JSON.stringify(secret),
      `'${secret}'`,
      base64,
      `whsec_${base64}`,
      secret.replace(/^whsec_/, ''),
      base64Decoded(secret),
      base64Decoded(secret.replace(/^whsec_/, '')),
    ],
  }
  return deviationsBy(others, (other) => ({ secret: other, detail: JSON.stringify(other) })).filter(
    (one) => one.secret !== secret,
  )
}

function base64Decoded(text: string): string {
  return decodedBy(text, () => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  })
}
