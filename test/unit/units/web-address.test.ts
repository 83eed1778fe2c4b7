import { describe, expect, test } from 'vitest'
import { webAddressProblem } from '../../../src/units/web-address.ts'
import { growthOf, linearGrowthMax } from '../../support/cost.ts'
import { itemsOf, rowsOf } from '../../support/tables.ts'

describe('a web address is', () => {
  test.each(
    itemsOf(`
      http://shop.example https://shop.example/ HTTPS://SHOP.EXAMPLE/Notify
      https://shop.example:8443/pay/notify?a=1&b=2#part https://shop.example?from=%E5%8F%B0%E7%81%A3
      https://shop.example/通知?名=王 https://商店.example/notify https://xn--fiq.example/notify
      https://shop.example/user@place?mail=a@b.example#@ https://shop.example?@
      https://203.0.113.7/notify https://[2001:db8::1]:8080/notify http://localhost:3000/notify
      https://shop.example./notify
    `),
  )('%s', (address) => expect(webAddressProblem(address)).toBeNull())
})

describe('a web address is not', () => {
  test.each(
    rowsOf({
      not_a_url: [
        '',
        'https:\\\\shop.example',
        'https://shop.example\\@other.example',
        'https://shop.example/a\\b',
        ' https://shop.example',
        'https://shop.example ',
        'https://shop.example/a b',
        'https://shop.example/\u3000',
        'https://shop.exa\tmple',
        'https://shop.example/\n',
        'ht\ntps://shop.example',
        'https://shop.example/\u0000',
        'https://shop.example/\u0085',
        ...itemsOf(`
          shop.example //shop.example/notify /notify http: http:// https:shop.example
          https:/shop.example https:///shop.example https://shop.example:99999/
          https://shop.example:port/ https://shop<.example/ https://[::1/ https://256.1.1.1/
          ftp://shop.example/ file:///etc/passwd javascript:alert(1) data:text/plain,x
          ws://shop.example/ wss://shop.example/ mailto:a@shop.example httpss://shop.example/
          xhttps://shop.example/ blob:https://shop.example/1
        `),
      ],
      user_info: `
        https://user@shop.example/ https://user:pass@shop.example/ https://:pass@shop.example/
        https://@shop.example/ https://:@shop.example/ https://a@b@shop.example/
        https://shop.example:443@other.example https://shop.example%2F@other.example
      `,
    }),
  )('%j: %s', (address, problem) => expect(webAddressProblem(address)).toBe(problem))
})

test('an address gives the same answer every time, among any number of others', () => {
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
