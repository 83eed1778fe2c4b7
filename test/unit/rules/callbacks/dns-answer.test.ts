import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hostNameOf,
  isPublicAddressText,
} from '../../../../src/rules/callbacks/callback-address.ts'
import { readDnsAnswer } from '../../../../src/rules/callbacks/dns-answer.ts'
import { forAll } from '../../../support/property.ts'

test('addresses of both kinds are read, and believed for the shortest of their times', () => {
  const answer = {
    Status: 0,
    Answer: [
      { name: 'shop.example', type: 5, TTL: 300, data: 'edge.example.' },
      { name: 'edge.example', type: 1, TTL: 60, data: '8.8.8.8' },
      { name: 'edge.example', type: 28, TTL: 90, data: '2606:4700::1111' },
    ],
  }
  expect(readDnsAnswer(answer)).toEqual({ addresses: ['8.8.8.8', '2606:4700::1111'], seconds: 60 })
})

test.each([
  ['a name that does not exist', { Status: 3 }],
  ['a name whose servers fail', { Status: 2 }],
  ['a name without such a record', { Status: 0 }],
  ['a name that is only another name', { Status: 0, Answer: [{ type: 5, TTL: 1, data: 'x.' }] }],
])('%s has no address', (_what, answer) => expect(readDnsAnswer(answer)?.addresses).toEqual([]))

test.each([
  ['a refusal', { Status: 5 }],
  ['an error', { error: 'bad request' }],
  ['an answer that is no list', { Status: 0, Answer: 'x' }],
  ['nothing', null],
  ['a text', 'Status: 0'],
])('%s is no answer', (_what, answer) => expect(readDnsAnswer(answer)).toBeNull())

test('property: any answer of a resolver is read without an error', () =>
  forAll([fc.jsonValue(), fc.array(fc.jsonValue())], (any, records) => {
    readDnsAnswer(any)
    const read = readDnsAnswer({ Status: 0, Answer: records })
    expect(Array.isArray(read?.addresses)).toBe(true)
  }))

test.each([
  ['https://shop.example/notify', 'shop.example'],
  ['https://shop.example.:8443/', 'shop.example'],
  ['https://商店.台灣/', 'xn--czrs0t.xn--kpry57d'],
  ['http://8.8.8.8/', null],
  ['http://134744072/', null],
  ['http://[2606:4700::1111]:80/', null],
])('of %s the name to look up is %s', (address, name) => expect(hostNameOf(address)).toBe(name))

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['::ffff:192.168.0.1', false],
  ['64:ff9b::a00:1', false],
  ['shop.example', false],
  ['', false],
])('of a resolver, %j is an address that a callback may go to: %s', (text, isPublic) => {
  expect(isPublicAddressText(text)).toBe(isPublic)
})
