import { BlockList, isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowsAddress,
  isAllowListEntry,
  rateKeyOf,
} from '../../../../src/rules/merchants/source-address.ts'
import { forAll } from '../../../support/property.ts'
import { itemsOf, pairsOf } from '../../../support/tables.ts'

describe('an allow-list takes (§2.1 ip_whitelist)', () => {
  test.each(
    itemsOf(`
      203.0.113.7 0.0.0.0 255.255.255.255 203.0.113.0/24 203.0.113.7/24 203.0.113.7/32 0.0.0.0/0
      2001:db8::1 2001:DB8::1 2001:0db8:0000:0000:0000:0000:0000:0001 2001:db8::/32 ::/0 ::1
      ::ffff:203.0.113.7 ::ffff:cb00:7107 ::ffff:203.0.113.0/120 64:ff9b::203.0.113.7
    `),
  )('%s', (entry) => expect(isAllowListEntry(entry)).toBe(true))
})

describe('an allow-list takes no (§2.1 ip_whitelist)', () => {
  test.each([
    ['garbage', ['', ' ', '*', 'localhost', 'shop.example', 'any', '-', '/', '/24', '::x', 'null']],
    ['blanks', [' 203.0.113.7', '203.0.113.7 ', '203.0.113.0 /24', '203.0.113.0/ 24', '1.2.3.4\n']],
    ['leading zeros', ['010.0.0.1', '10.0.0.01', '010.0.0.0/8', '10.0.0.0/08', '::ffff:010.0.0.1']],
    ['short forms', ['127.1', '10', '10/8', '10.0/8', '192.168.1', '2130706433', '0']],
    ['hexadecimal octets', ['0x7f.0.0.1', '0x7f000001', '::ffff:0x7f.0.0.1']],
    ['octets out of range', ['256.1.1.1', '1.1.1.256', '999.0.0.0/8', '::ffff:256.0.0.1']],
    ['too many or too few parts', ['1.2.3', '1.2.3.4.5', '1.2.3.4.', '.1.2.3.4', '1..2.3']],
    ['prefixes out of range', ['10.0.0.0/33', '2001:db8::/129', '10.0.0.0/-1', '10.0.0.0/999']],
    ['prefixes that are no number', ['10.0.0.0/', '10.0.0.0/x', '10.0.0.0/8/8', '10.0.0.0/1e1']],
    ['netmasks, ranges, lists', ['10.0.0.0/255.0.0.0', '10.0.0.1-10.0.0.9', '10.0.0.1,10.0.0.2']],
    ['wildcards', ['10.0.0.*', '10.*', '10.0.0.x']],
    ['ports and brackets', ['203.0.113.7:443', '[::1]', '[::1]:443', 'http://203.0.113.7']],
    ['zones', ['fe80::1%eth0', 'fe80::%eth0/64', 'fe80::1%25eth0']],
    [
      'broken IPv6',
      ['1::2::3', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', 'g::', ':1'],
    ],
    ['IPv4 written as deprecated IPv6', ['::203.0.113.7', '::10.0.0.0/104']],
    ['digits of another script', ['１０.0.0.1', '١.2.3.4']],
  ])('%s', (_, entries) => expect(entries.filter(isAllowListEntry)).toEqual([]))
})

describe('a request may come', () => {
  test('from anywhere when there is no list, even from nowhere (§1.7 not set, §5.7 none)', () => {
    for (const address of ['203.0.113.7', '2001:db8::1', 'garbage', '', null]) {
      expect(allowsAddress([], address)).toBe(true)
    }
  })

  test.each(
    pairsOf(`
      203.0.113.7 → 203.0.113.7   203.0.113.0/24 → 203.0.113.0   203.0.113.0/24 → 203.0.113.255
      203.0.113.99/24 → 203.0.113.7   0.0.0.0/0 → 255.255.255.255   10.0.0.0/9 → 10.127.255.255
      2001:db8::1 → 2001:db8::1   2001:db8::1 → 2001:0DB8:0:0:0:0:0:1
      2001:db8::/33 → 2001:db8:7fff::1   203.0.113.7 → ::ffff:203.0.113.7
      203.0.113.7 → ::FFFF:cb00:7107   203.0.113.0/24 → ::ffff:203.0.113.9
      ::ffff:203.0.113.7 → 203.0.113.7   ::ffff:203.0.113.0/120 → 203.0.113.200
      ::ffff:203.0.113.0/120 → ::ffff:203.0.113.200
    `),
  )('with %s on the list from %s', (entry, address) =>
    expect(allowsAddress([entry], address)).toBe(true),
  )

  test.each([
    ...pairsOf(`
      203.0.113.7 → 203.0.113.8   203.0.113.7 → 203.0.113.70   203.0.113.70 → 203.0.113.7
      1.2.3.4 → 11.2.3.4   1.2.3.4 → 1.2.3.44   203.0.113.0/24 → 203.0.114.0
      203.0.113.0/25 → 203.0.113.128   10.0.0.0/9 → 10.128.0.0   2001:db8::1 → 2001:db8::10
      2001:db8::/33 → 2001:db8:8000::1   0.0.0.0/0 → 2001:db8::1   ::/0 → 203.0.113.7
      ::/0 → ::ffff:203.0.113.7   203.0.113.7 → ::203.0.113.7   203.0.113.7 → 64:ff9b::203.0.113.7
      203.0.113.7 → 203.0.113.7:443   203.0.113.7 → 203.0.113.07   8.0.0.1 → 010.0.0.1
      10.0.0.1 → 010.0.0.1   127.0.0.1 → 127.1   127.0.0.1 → 2130706433   127.0.0.1 → 0x7f.0.0.1
      fe80::1 → fe80::1%eth0   0.0.0.0/0 → garbage   ::/0 → garbage   garbage → garbage
    `),
    ['203.0.113.7', '203.0.113.7, 198.51.100.1'],
    ['203.0.113.7', ' 203.0.113.7'],
    ['203.0.113.7', ''],
    ['0.0.0.0/0', null],
    ['', ''],
  ] as const)('with %j on the list not from %j (§5.7 allow-list)', (entry, address) => {
    expect(allowsAddress([entry], address)).toBe(false)
  })

  test('when any entry of the list allows it, among any other entries', () => {
    const list = ['garbage', '2001:db8::/32', '198.51.100.1', '203.0.113.0/24']
    expect(allowsAddress(list, '203.0.113.7')).toBe(true)
    expect(allowsAddress(list, '2001:db8::9')).toBe(true)
    expect(allowsAddress(list, '198.51.100.2')).toBe(false)
  })
})

describe('Node’s own block list agrees', () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  const nearbyOctets = fc.tuple(
    fc.constantFrom(10, 11),
    fc.constantFrom(0, 128),
    fc.nat(1),
    fc.nat(3),
  )
  const v4 = fc.oneof(octets, nearbyOctets).map((parts) => parts.join('.'))
  const group = fc.oneof(fc.constantFrom('0', '1', '8000', 'db8', '2001'), fc.nat(0xffff).map(hex))
  const v6 = fc.oneof(
    fc.ipV6(),
    fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  )

  test('property: on IPv4 ranges', () =>
    forAll([v4, fc.integer({ min: 0, max: 32 }), v4], 2000, (network, bits, address) => {
      const block = new BlockList()
      block.addSubnet(network, bits, 'ipv4')
      const expected = block.check(address, 'ipv4')
      expect(allowsAddress([`${network}/${bits}`], address)).toBe(expected)
      expect(allowsAddress([`${network}/${bits}`], `::ffff:${address}`)).toBe(expected)
      expect(allowsAddress([`::ffff:${network}/${bits + 96}`], address)).toBe(expected)
    }))

  test('property: on IPv6 ranges', () =>
    forAll([v6, fc.integer({ min: 0, max: 128 }), v6], 2000, (network, bits, address) => {
      // A mapped address counts as IPv4 here, as IPv6 in Node.
      const isMapped = (text: string) => new URL(`http://[${text}]/`).host.startsWith('[::ffff:')
      fc.pre(![network, address].some((text) => text.includes('.') || isMapped(text)))
      const block = new BlockList()
      block.addSubnet(network, bits, 'ipv6')
      expect(allowsAddress([`${network}/${bits}`], address)).toBe(block.check(address, 'ipv6'))
    }))

  test('property: on what an address is', () => {
    const piece = fc.constantFrom('0', '1', '7', '10', '255', '256', 'ffff', '::', ':', '.', 'x')
    const aText = fc.oneof(
      v4,
      fc.ipV6(),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    forAll([aText], 5000, (text) => {
      const deprecated = /^::\d+\.\d+\.\d+\.\d+$/.test(text)
      const isAddress = isIPv4(text) || (isIPv6(text) && !deprecated)
      expect(isAllowListEntry(text)).toBe(isAddress)
      expect(allowsAddress([text], text)).toBe(isAddress)
    })
  })
})

function hex(value: number): string {
  return value.toString(16)
}

describe('the rate key of an address', () => {
  const group = fc.nat(0xffff).map((part) => part.toString(16))
  const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })
  const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255)))

  test('property: an IPv6 address by its /64, however it is written', () => {
    // Without mapped addresses, which count as IPv4.
    const network = groups(4).filter((parts) => parts.join('') !== '0000')
    forAll([network, groups(4), groups(4)], (parts, one, other) => {
      const key = rateKeyOf([...parts, ...one].join(':'))
      expect(rateKeyOf([...parts, ...other].join(':'))).toBe(key)
      expect(rateKeyOf([...parts, ...one].join(':').toUpperCase())).toBe(key)
      const padded = [...parts, ...one].map((part) => part.padStart(4, '0')).join(':')
      expect(rateKeyOf(padded)).toBe(key)
      expect(rateKeyOf(`${parts.join(':')}::`)).toBe(key)
    })
  })

  test('property: addresses of two /64 by two', () =>
    forAll([groups(4), groups(4), groups(4)], (one, other, rest) => {
      fc.pre(one.join(':') !== other.join(':'))
      const [first, second] = [one, other].map((parts) => [...parts, ...rest].join(':'))
      expect(rateKeyOf(first ?? '')).not.toBe(rateKeyOf(second ?? ''))
    }))

  test('property: an IPv4 address by itself, mapped into IPv6 or not', () =>
    forAll([octets], (parts) => {
      const address = parts.join('.')
      const hex = parts.map((part) => part.toString(16).padStart(2, '0'))
      expect(rateKeyOf(address)).toBe(address)
      expect(rateKeyOf(`::ffff:${address}`)).toBe(address)
      expect(rateKeyOf(`::FFFF:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`)).toBe(address)
    }))

  test.each(['', 'unknown', 'fe80::1%eth0', '1::2::3', ':', '::ffff:010.0.0.1'])(
    '%j, which is no address, by itself',
    (text) => {
      expect(rateKeyOf(text)).toBe(text)
    },
  )
})
