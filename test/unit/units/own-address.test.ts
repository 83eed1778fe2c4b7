import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownAddress } from '../../../src/units/web-address.ts'
import { forAll } from '../../support/property.ts'
import { itemsOf } from '../../support/tables.ts'

const origin = 'http://127.0.0.1:8788'

test.each([
  ['/', '/'],
  ['/desk?account=3#x', '/desk?account=3'],
  ['/merchants/a%2Fb', '/merchants/a%2Fb'],
  ['/a/../desk', '/desk'],
  ['/%2f/host', '/%2f/host'],
])('a page of this host keeps its address: %s', (given, address) => {
  expect(ownAddress(origin, given)).toBe(address)
})

test.each([
  '/.//host',
  '/..//host',
  '/a/..//host',
  '/%2e//host',
  '/%2e%2e//host/x?y',
  '/./\\host',
  '//host',
  '/\\host',
  '\\\\host',
  '/\t/host',
  '/\n/.//host',
  ' //host',
  'https://host/',
  'javascript:alert(1)',
  '',
])('what leads to another host is the first page: %j', (given) => {
  expect(ownAddress(origin, given)).toBe('/')
})

const piece = fc.constantFrom(
  ...'//\\.\t\n\r \u0000:@?#\ufeff。／[]ａ',
  ...itemsOf('.. %2e %2f %5c host host.example http: https:// 127.0.0.1:8788'),
)

test('whatever a form says, a browser stays on this host', () => {
  forAll([fc.array(piece, { maxLength: 12 })], 5000, (pieces) => {
    for (const given of [pieces.join(''), `/${pieces.join('')}`]) {
      const address = ownAddress(origin, given)
      expect(address).toMatch(/^\/(?!\/|\\)/)
      expect(new URL(address, origin).origin).toBe(origin)
      expect(ownAddress(origin, address)).toBe(address)
    }
  })
})
