import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { earlierSignedNames, signedFields } from '../../../src/contract/endpoint.ts'
import { Refusal } from '../../../src/contract/refusals.ts'
import { readBody } from '../../../src/http/read-body.ts'
import { readFields } from '../../../src/http/read-fields.ts'
import { authenticateMerchant } from '../../../src/operations/merchants/authenticate-merchant.ts'
import { createMerchant } from '../../../src/operations/merchants/manage-merchant.ts'
import { encryptSecret } from '../../../src/store/merchants/secret-encryption.ts'
import { legacy_vectors as legacyVectors, vectors } from '../../data/sign-vectors.json' with {
  type: 'json',
}
import { aContext, operator, rows } from '../support/service.ts'

const uid = 'M10001'
const legacyUid = 'M1001'
const signedAt = 1_760_000_000

type Vector = Pick<(typeof vectors)[number], 'body' | 'content_type'> & { group?: string }

beforeAll(async () => {
  await createMerchant(aContext(), operator, { uid, name: 'Vectors' })
  await createMerchant(aContext(), operator, { uid: legacyUid, name: 'Legacy vectors' })
})

test.each(legacyVectors)('legacy vector $name: $note', async (vector) => {
  await setSecret(vector.secret, legacyUid)
  const time = Number(JSON.parse(vector.body).time)
  expect(await outcome(vector, vector.sign, time - signedAt)).toBe(legacyUid)
  const other = vector.sign.replace(/./, (x) => (x === '0' ? '1' : '0'))
  expect(await outcome(vector, other, time - signedAt)).toBe('signature_error')
})

test('there are 18 vectors', () => {
  expect(vectors).toHaveLength(18)
})

test.each(vectors)('vector $name: $note (§5.3, §5.3.3, §5.3.5–6, §9.3 current)', async (vector) => {
  await setSecret(vector.secret)
  expect(await outcome(vector, vector.sign)).toBe(uid)
  expect(await outcome(vector, vector.sign.toLowerCase())).toBe(uid)
  expect(
    await outcome(
      vector,
      vector.sign.replace(/./, (x) => (x === '0' ? '1' : '0')),
    ),
  ).toBe('signature_error')
})

test.each(vectors)('vector $name under another secret is refused', async (vector) => {
  await setSecret(`${vector.secret}x`)
  expect(await outcome(vector, vector.sign)).toBe('signature_error')
})

test.each(vectors)('vector $name at another time is refused (§5.9)', async (vector) => {
  await setSecret(vector.secret)
  for (const off of [-300, 300]) expect(await outcome(vector, vector.sign, off)).toBe(uid)
  for (const off of [-301, 301]) {
    expect(await outcome(vector, vector.sign, off)).toBe('timestamp_out_of_range')
  }
})

/** The uid that the vector's request authenticates, or the refusal's code. */
async function outcome(vector: Vector, sign: string, off = 0) {
  const { body, content_type: type, group } = vector
  const context: Context = aContext({ now: () => (signedAt + off) * 1000 })
  const isForm = type === 'application/x-www-form-urlencoded'
  const signed = isForm ? `${body}&sign=${sign}` : body.replace(/\}$/, `,"sign":"${sign}"}`)
  const headers = { 'content-type': type }
  const request = new Request('https://pay.example/', { method: 'POST', headers, body: signed })
  const sent = await readBody(request)
  const { values } = readFields({
    fields: signedFields,
    earlierNames: earlierSignedNames,
    body: sent,
  })
  const call = {
    ...values,
    parameters: sent.parameters,
    bodyBytes: sent.bytes,
    legacyGroup: group === 'payout' ? ('payout' as const) : ('collection' as const),
    sourceAddress: null,
  }
  try {
    return (await authenticateMerchant(context, call, 'isolate')).merchant.uid
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function setSecret(secret: string, of = uid): Promise<void> {
  const encrypted = await encryptSecret(aContext().settings.secretsKey, of, secret)
  await rows('update merchants set secret = ? where uid = ?', encrypted, of)
}
