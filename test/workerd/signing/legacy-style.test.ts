import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LegacyGroup, verifyLegacy } from '../../../src/signing/legacy-style.ts'
import { readFormBody, readJsonBody } from '../../../src/signing/parameters.ts'
import { sha256Hex } from '../../../src/signing/sha256.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function hashOfTheRuntime(algorithm: 'MD5' | 'SHA-256', text: string): Promise<string> {
  const digest = await crypto.subtle.digest(algorithm, bytes(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The sign of a text that ends with its secret, by the runtime's own hashes. */
async function signOfTheRuntime(text: string): Promise<string> {
  const inner = await hashOfTheRuntime('SHA-256', text)
  return (await hashOfTheRuntime('MD5', inner)).toUpperCase()
}

const leftOut = {
  collection:
    /^(?:sign|userName|channelNo|payeeName|bankName|appSecret|returnUrl|store(?:Id|Type)|tradeCode)$/,
  payout: /^(?:sign|appSecret|bankBranch|memo)$/,
} satisfies Record<LegacyGroup, RegExp>
const optional = {
  collection: { userNo: '', discount: '', extra: '' },
  payout: { mobile: '', reverseUrl: '', extra: '' },
} satisfies Record<LegacyGroup, object>

const known = ['sign', 'bankName', 'memo', 'userName', 'appSecret', 'extra', 'mobile', 'userNo']
const text = fc.string({ unit: 'binary', maxLength: 40 })
const aName = fc.oneof(fc.constantFrom(...known), text)
const aGroup = fc.constantFrom<LegacyGroup>('collection', 'payout')
const wrongSign = '0'.repeat(32)

function joined(values: object, group: LegacyGroup): string {
  const pairs = Object.entries(values)
    .filter(([name]) => !leftOut[group].test(name))
    .map(([name, value]) => ({ name, written: `${name}=${value ?? ''}` }))
  const names = pairs.map(({ name }) => name).sort()
  return names.map((name) => pairs.find((pair) => pair.name === name)?.written).join('&')
}

test('in the runtime, property: what its own hashes sign is accepted, JSON and form', async () => {
  const values = fc.dictionary(aName, fc.oneof(text, fc.integer(), fc.constant(null)))
  await fc.assert(
    fc.asyncProperty(values, aGroup, fc.boolean(), text, async (values, group, second, secret) => {
      const json = readJsonBody(bytes(JSON.stringify(values)))
      const texts = Object.entries(values).map(([name, value]) => [name, String(value ?? '')])
      const form = readFormBody(bytes(new URLSearchParams(texts).toString()))
      if (!json.ok || !form.ok) throw new Error('not read')
      const signed = joined(second ? { ...optional[group], ...values } : values, group)
      const sign = await signOfTheRuntime(signed + secret)

      for (const { parameters } of [json, form]) {
        const verify = (sign: string) =>
          verifyLegacy({
            parameters,
            sign,
            secrets: ['another', secret],
            group,
            moneyNames: new Set(),
          })
        expect(verify(sign)).toBe(secret === 'another' ? 0 : 1)
        expect(verify(sign.toLowerCase())).toBe(secret === 'another' ? 0 : 1)
        expect(verify(wrongSign)).toBe(null)
      }
    }),
    { numRuns: 500 },
  )
})

test('in the runtime, property: any text has the SHA-256 that it gives its UTF-8 bytes', async () => {
  const units = fc.array(fc.nat(0xffff)).map((all) => String.fromCharCode(...all))
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, units), async (text) => {
      expect(sha256Hex(text)).toBe(await hashOfTheRuntime('SHA-256', text))
    }),
    { numRuns: 500 },
  )
})

test('in the runtime, a character across the end of a block has the same SHA-256, in 64 KiB too', async () => {
  for (const character of ['a', 'é', '王', '😀']) {
    for (let length = 0; length < 130; length += 1) {
      const text = 'x'.repeat(length) + character.repeat(3)
      expect(sha256Hex(text)).toBe(await hashOfTheRuntime('SHA-256', text))
    }
  }
  const long = 'amount=100&user_name=王小明&'.repeat(2200)
  expect(sha256Hex(long)).toBe(await hashOfTheRuntime('SHA-256', long))
})
