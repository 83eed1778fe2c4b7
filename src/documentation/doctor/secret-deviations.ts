import type { MistakeName } from './mistakes.ts'
import { type Deviation, deviation } from './plan.ts'

/** Another secret than the one given: with blanks, encoded, not set, or one that everybody knows. */
export function secretDeviations(
  secret: string,
  knownSecrets: readonly string[],
): readonly Deviation[] {
  const others: [MistakeName, readonly string[], string?][] = [
    ['secret_blank', [secret.trim(), ...blanks.map((blank) => secret.trim() + blank)]],
    ['secret_blank', [` ${secret.trim()}`, `\uFEFF${secret.trim()}`]],
    ['secret_unset', ['', 'undefined', 'null', 'None', 'nil', '<nil>', 'false']],
    ['secret_unset', ['<API secret>', '<API 密鑰>', 'YOUR_SECRET', 'secret', 'API_SECRET']],
    ['secret_example', knownSecrets],
    ['secret_case', [secret.toLowerCase(), secret.toUpperCase()]],
    ['secret_encoded', encodings(secret)],
  ]
  return others.flatMap(([mistake, secrets]) =>
    [...new Set(secrets)]
      .filter((one) => one !== secret)
      .map((other) => deviation(mistake, { secret: other }, JSON.stringify(other))),
  )
}

const blanks = [' ', '\n', '\r\n', '\r', '\t']

function encodings(secret: string): readonly string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret)))
  return [
    encodeURIComponent(secret),
    decoded(secret),
    secret.replaceAll('&', '&amp;'),
    JSON.stringify(secret),
    `'${secret}'`,
    base64,
    `whsec_${base64}`,
    secret.replace(/^whsec_/, ''),
    base64Decoded(secret),
    base64Decoded(secret.replace(/^whsec_/, '')),
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function base64Decoded(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
      Uint8Array.from(atob(text), (one) => one.charCodeAt(0)),
    )
  } catch {
    return text
  }
}
