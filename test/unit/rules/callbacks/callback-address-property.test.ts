import { BlockList } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callbackAddressProblem } from '../../../../src/rules/callbacks/callback-address.ts'
import { forAll } from '../../../support/property.ts'
import { itemsOf } from '../../../support/tables.ts'

// IPv4 addresses in every spelling that a URL may have, compared with the registry of special addresses.

const special = new BlockList()
for (const range of itemsOf(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32
`)) {
  const [network = '', bits] = range.split('/')
  special.addSubnet(network, Number(bits), 'ipv4')
}

type Octets = readonly [number, number, number, number]

const spellings: readonly ((octets: Octets) => string)[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(wordOf(octets)),
  (octets) => `0x${wordOf(octets).toString(16)}`,
  (octets) => `0${wordOf(octets).toString(8)}`,
  (octets) => octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
  (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  (octets) => `[::ffff:${octets.join('.')}]`,
  ([a, b, c, d]) => `[::FFFF:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
  (octets) => octets.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  (octets) =>
    octets.join('。').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
]

// IPv6 addresses that carry an IPv4 address and are never public, whatever they carry.
const carriers: readonly ((octets: Octets) => string)[] = [
  (octets) => `[::${octets.join('.')}]`,
  (octets) => `[::ffff:0:${octets.join('.')}]`,
  (octets) => `[64:ff9b::${octets.join('.')}]`,
  (octets) => `[64:ff9b:1::${octets.join('.')}]`,
  ([a, b, c, d]) => `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`,
]

const policy = { ownHosts: [], allowPrivate: false }

function someOctets(): fc.Arbitrary<Octets> {
  const octet = () =>
    fc.oneof(fc.constantFrom(0, 1, 16, 31, 63, 64, 127, 128, 168, 255), fc.nat(255))
  const first = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255)
  return fc.tuple(fc.oneof(first, fc.nat(255)), octet(), octet(), octet())
}

test('property: an IPv4 address is public or not, however it is spelled', () =>
  forAll([someOctets(), fc.constantFrom(...spellings)], 5000, (octets, spelled) => {
    const expected = special.check(octets.join('.'), 'ipv4') ? 'not_public' : null
    expect(callbackAddressProblem(`http://${spelled(octets)}/`, policy)).toBe(expected)
  }))

test('property: IPv6 that carries any IPv4 address in another way is not public', () =>
  forAll([someOctets(), fc.constantFrom(...carriers)], 2000, (octets, carried) => {
    expect(callbackAddressProblem(`http://${carried(octets)}/`, policy)).toBe('not_public')
  }))

test('property: IPv6 outside of 2000::/3 is public only when it is mapped IPv4', () =>
  forAll([fc.ipV6()], 2000, (address) => {
    const { hostname } = new URL(`http://[${address}]/`)
    const isGlobal = /^\[[23][0-9a-f]{3}:/.test(hostname)
    const isMapped = /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(hostname)
    fc.pre(!isGlobal && !isMapped)
    expect(callbackAddressProblem(`http://[${address}]/`, policy)).toBe('not_public')
  }))

test('property: no text makes the rule throw', () => {
  const aText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.string({ unit: 'binary' }).map((host) => `http://${host}/`),
  )
  forAll([aText], 3000, (text) => {
    const problems = [null, 'not_a_url', 'user_info', 'not_public', 'own_host']
    expect(problems).toContain(callbackAddressProblem(text, policy))
  })
})

function wordOf([a, b, c, d]: Octets): number {
  return ((a * 256 + b) * 256 + c) * 256 + d
}
