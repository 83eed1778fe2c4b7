import { expect, test } from 'vitest'
import { isAccepted } from './accepted.ts'
import { type KeptRequest, keptRequests as kept, languages, mistakesOf } from './kept-requests.ts'
import { diagnosed, knownNames } from './made-mistakes.ts'

const mistaken = kept.filter(({ mistake }) => mistake !== null)
const right = kept.filter(({ mistake }) => mistake === null)
const now = 1_764_338_400

function saidOf(one: KeptRequest) {
  const more = { ownText: one.pasted ?? '', now, knownNames }
  return diagnosed({ content_type: typeOf(one) }, { ...one, sign: '' }, more)
}

function typeOf({ type }: KeptRequest): string {
  return type === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
}

// What is said, but that lower case is accepted.
function namesSaid(one: KeptRequest): string {
  const { mistakes, notes } = saidOf(one)
  const names = [...mistakes, ...notes].map(({ name }) => name)
  return sorted(names.filter((name) => name !== 'digest_lower'))
}

function sorted(names: readonly string[]): string {
  return names.toSorted().join('+')
}

function isRight({ body, secret, ...one }: KeptRequest): boolean {
  const sign = /sign"?\s*[=:]\s*"?([^"&]*)/.exec(body)?.[1] ?? ''
  return isAccepted({ content_type: typeOf({ body, secret, ...one }) }, { body, secret, sign })
}

test('at least 80 mistakes and 40 right requests are kept, of every language', () => {
  expect(mistaken.length).toBeGreaterThanOrEqual(80)
  expect(right.length).toBeGreaterThanOrEqual(40)
  for (const language of languages) {
    expect(mistaken.filter(({ by }) => by === language).length).toBeGreaterThanOrEqual(10)
  }
  // The wrong secret is its own mistake: the Worker knows the right one.
  const taken = mistaken.filter((one) => !one.secret.startsWith('whsec_') && isRight(one))
  expect(taken).toEqual([])
  expect(right.filter((one) => !isRight(one))).toEqual([])
})

// What a sign alone cannot tell, and PHP's own form of objects.
const missed = [
  'php: nested_not_json: extra signed by serialize() => secret_likely',
  'node: changed: changed after signing => secret_likely',
  'python: signed_milliseconds: timestamp signed as a float => secret_likely',
]

test.each(languages)('the mistakes of %s are named, with nothing beside them', (language) => {
  const told = mistaken
    .filter((one) => one.by === language && namesSaid(one) !== sorted(mistakesOf(one)))
    .map((one) => `${one.by}: ${one.mistake} => ${namesSaid(one)}`)
  expect(told).toEqual(missed.filter((one) => one.startsWith(language)))
})

test('at least 95 in a hundred are named', () => {
  expect(missed.length / mistaken.length).toBeLessThanOrEqual(0.05)
})

test('no right request is accused of anything', () => {
  const accused = right.filter((one) => saidOf(one).outcome !== 'right' || namesSaid(one) !== '')
  expect(accused.map((one) => [one.made, namesSaid(one)])).toEqual([])
})
