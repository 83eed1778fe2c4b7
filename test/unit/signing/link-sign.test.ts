import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkSign } from '../../../src/signing/link-sign.ts'

const keyBytes = '0123456789abcdef0123456789abcdef'
const key = btoa(keyBytes)

function hmac(text: string): string {
  return createHmac('sha256', keyBytes).update(text, 'utf8').digest('hex')
}

test('is the HMAC of the pairs in ascending order of names (§2.6 data.redirect)', () => {
  expect(linkSign({ b: '2', a: '1', Z: '3' }, key)).toBe(hmac('Z=3&a=1&b=2'))
  expect(linkSign({ user_name: '王 & 明', a: '=' }, key)).toBe(hmac('a==&user_name=王 & 明'))
})

test('leaves out empty values only', () => {
  expect(linkSign({ a: '', b: ' ', c: '0' }, key)).toBe(hmac('b= &c=0'))
})

test('is a known one', () => {
  expect(linkSign({ user_no: '7', third_party_order_no: 'T-1' }, key)).toBe(
    'fc6bd2f287ea6046e4b152ed1d9726963cfb62cb17699d8ae5b60d4d50dc25a7',
  )
})

test('differs with each value and with the key', () => {
  const fields = { a: '1', b: '2' }
  const others = [
    linkSign({ ...fields, b: '3' }, key),
    linkSign(fields, btoa('another key of thirty-two bytes.')),
  ]
  expect(new Set([linkSign(fields, key), ...others]).size).toBe(3)
})
