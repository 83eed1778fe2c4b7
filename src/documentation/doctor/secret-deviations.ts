import { md5HexOfBytes } from '../../signing/md5.ts'
import type { Case } from './case.ts'
import { utf8 } from './digests.ts'
import { type Deviation, deviationsBy, type Steps, type Ways } from './steps.ts'
import { decodedBy, urlDecoded } from './value-deviations.ts'

/** Another secret than the one given: with blanks, encoded, not set, or one that everybody knows. */
export function secretDeviations({
  secret,
  knownSecrets,
}: Pick<Case, 'secret' | 'knownSecrets'>): readonly Deviation[] {
  const base64 = btoa(String.fromCharCode(...utf8(secret)))
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
      `b'${secret}'`,
    ],
    secret_webhook: [`whsec_${base64}`, base64],
  }
  const all = deviationsBy(others, (other) => ({ secret: other, detail: JSON.stringify(other) }))
  return [...all.filter((one) => one.secret !== secret), decodedSecret(secret)]
}

// Uses the secret decoded from Base64, as lenient decoders read it.
function decodedSecret(secret: string): Deviation {
  const bytes = base64Bytes(secret)
  const digest: Steps['digest'] = (text) =>
    md5HexOfBytes(Uint8Array.from([...utf8(text.slice(0, -secret.length)), ...bytes]))
  return { name: 'secret_encoded', digest, detail: 'Base64' }
}

/** The API secret in the typed text: a `webhook_secret` is its Base64. */
export function apiSecretIn(secret: string): string {
  const [, base64] = /^whsec_([A-Za-z\d+/]+=*)$/.exec(secret.trim()) ?? []
  if (base64 === undefined) return secret
  return decodedBy(secret, () => {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(base64Bytes(base64))
  })
}

/** The bytes of a Base64 text, as lenient decoders read it. */
export function base64Bytes(text: string): Uint8Array {
  const base64 = text.replace(/[^A-Za-z\d+/]/g, '')
  const whole = base64.slice(0, base64.length - (base64.length % 4 === 1 ? 1 : 0))
  return Uint8Array.from(atob(whole), (one) => one.charCodeAt(0))
}
