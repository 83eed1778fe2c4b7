import { describe, expect, test } from 'vitest'
import { webAddressProblem } from '../../../src/units/web-address.ts'
import { growthOf, linearGrowthMax } from '../../support/cost.ts'

describe('a web address is', () => {
  test.each([
    'http://shop.example',
    'https://shop.example/',
    'HTTPS://SHOP.EXAMPLE/Notify',
    'https://shop.example:8443/pay/notify?a=1&b=2#part',
    'https://shop.example?from=%E5%8F%B0%E7%81%A3',
    'https://shop.example/通知?名=王',
    'https://商店.example/notify',
    'https://xn--fiq.example/notify',
    'https://shop.example/user@place?mail=a@b.example#@',
    'https://shop.example?@',
    'https://203.0.113.7/notify',
    'https://[2001:db8::1]:8080/notify',
    'http://localhost:3000/notify',
    'https://shop.example./notify',
  ])('%s', (address) => expect(webAddressProblem(address)).toBeNull())
})

describe('a web address is not', () => {
  test.each([
    ['', 'not_a_url'],
    ['shop.example', 'not_a_url'],
    ['//shop.example/notify', 'not_a_url'],
    ['/notify', 'not_a_url'],
    ['http:', 'not_a_url'],
    ['http://', 'not_a_url'],
    ['https:shop.example', 'not_a_url'],
    ['https:/shop.example', 'not_a_url'],
    ['https:///shop.example', 'not_a_url'],
    ['https:\\\\shop.example', 'not_a_url'],
    ['https://shop.example\\@other.example', 'not_a_url'],
    ['https://shop.example/a\\b', 'not_a_url'],
    [' https://shop.example', 'not_a_url'],
    ['https://shop.example ', 'not_a_url'],
    ['https://shop.example/a b', 'not_a_url'],
    ['https://shop.example/\u3000', 'not_a_url'],
    ['https://shop.exa\tmple', 'not_a_url'],
    ['https://shop.example/\n', 'not_a_url'],
    ['ht\ntps://shop.example', 'not_a_url'],
    ['https://shop.example/\u0000', 'not_a_url'],
    ['https://shop.example/\u0085', 'not_a_url'],
    ['https://shop.example:99999/', 'not_a_url'],
    ['https://shop.example:port/', 'not_a_url'],
    ['https://shop<.example/', 'not_a_url'],
    ['https://[::1/', 'not_a_url'],
    ['https://256.1.1.1/', 'not_a_url'],
    ['ftp://shop.example/', 'not_a_url'],
    ['file:///etc/passwd', 'not_a_url'],
    ['javascript:alert(1)', 'not_a_url'],
    ['data:text/plain,x', 'not_a_url'],
    ['ws://shop.example/', 'not_a_url'],
    ['wss://shop.example/', 'not_a_url'],
    ['mailto:a@shop.example', 'not_a_url'],
    ['httpss://shop.example/', 'not_a_url'],
    ['xhttps://shop.example/', 'not_a_url'],
    ['blob:https://shop.example/1', 'not_a_url'],
    ['https://user@shop.example/', 'user_info'],
    ['https://user:pass@shop.example/', 'user_info'],
    ['https://:pass@shop.example/', 'user_info'],
    ['https://@shop.example/', 'user_info'],
    ['https://:@shop.example/', 'user_info'],
    ['https://a@b@shop.example/', 'user_info'],
    ['https://shop.example:443@other.example', 'user_info'],
    ['https://shop.example%2F@other.example', 'user_info'],
  ])('%j: %s', (address, problem) => expect(webAddressProblem(address)).toBe(problem))
})

test('an address is told the same however often and among however many others it is asked about', () => {
  const told = ['https://shop.example/notify', 'https://a@shop.example/', 'https://shop example/']
  for (let n = 0; n < 1_200; n += 1) {
    expect(webAddressProblem(`https://shop-${n}.example/`)).toBeNull()
    expect(webAddressProblem(`https://shop-${n % 7}.example/`)).toBeNull()
    expect(told.map(webAddressProblem)).toEqual([null, 'user_info', 'not_a_url'])
  }
})

test.each([
  ['labels', (size: number) => `https://${'a.'.repeat(size / 2)} `],
  ['user names', (size: number) => `https://${'@'.repeat(size)}\\`],
])('what looks like an address of many %s is read in linear time', (_, write) => {
  expect(growthOf(1_000_000, write, webAddressProblem)).toBeLessThan(linearGrowthMax)
})
