import { describe, expect, test } from 'vitest'
import { signOf } from '../../../scripts/client/merchant-client.ts'
import { callbackExample, signingExample } from '../../../src/documentation/worked-examples.ts'

const { unsigned, secret, sign, body } = signingExample()

describe('the worked example', () => {
  test('has the sign that a merchant computes, and the body carries it', () => {
    expect(sign).toBe(signOf(JSON.parse(unsigned), secret))
    expect(JSON.parse(body)).toEqual({ ...JSON.parse(unsigned), sign })
  })

  test('of a callback verifies as a request does', async () => {
    const example = callbackExample()
    expect(signOf(JSON.parse(example.body), secret)).toBe(example.sign)
    expect(JSON.parse(example.body).sign).toBe(example.sign)
  })
})
