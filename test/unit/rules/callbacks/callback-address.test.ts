import { describe, expect, test } from 'vitest'
import { callbackAddressProblem } from '../../../../src/rules/callbacks/callback-address.ts'
import { itemsOf, rowsOf } from '../../../support/tables.ts'

const policy = { ownHosts: ['pay.example', 'exchange.example'], allowPrivate: false }
const problem = (address: string) => callbackAddressProblem(address, policy)

const notPublic = {
  'loopback in every spelling': `
    127.0.0.1 127.0.0.53 127.255.255.255 127.1 127.0.1 2130706433 0177.0.0.1 0177.0.0.01
    017700000001 0x7f.0.0.1 0x7f000001 0X7F000001 0x7f.1 127.0x1 00000177.1 127.0.0.1.
    127.000.000.001 0x7F.0x0.0x0.0x1 １２７.0.0.1 127。0。0。1 127．0．0．1 ①②⑦.0.0.1 %31%32%37.0.0.1
    127%2e0%2e0%2e1 0x7f%2e1 127.0.0.1:8080 127.0.0.1:443
  `,
  'this host and no host': '0 0.0.0.0 0.0.0.1 0x0 00 0.0 [::] [0:0::0]',
  'private networks': `
    10.0.0.1 10.255.255.255 10.1 167772161 0xa000001 012.0.0.1 172.16.0.1 172.31.255.255 172.16.1
    0xac100001 192.168.0.1 192.168.257 192.168.255.255 3232235521 0300.0250.0.1
  `,
  'link-local, and the metadata that is there': `
    169.254.0.1 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518
    169.254.169.254:80 [fe80::1] [febf::1] [::ffff:169.254.169.254] [fe80::a9fe:a9fe]
  `,
  'shared addresses of carriers': '100.64.0.1 100.127.255.255 100.100.100.200',
  'benchmarking, documentation and other reserved ranges': `
    192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
    240.0.0.1 255.255.255.254 [2001:db8::1] [3fff::1] [2001:2::1] [2001:10::1] [2001:20::1] [100::1]
    [5f00::1] [4000::1]
  `,
  'broadcast and multicast': `
    255.255.255.255 4294967295 224.0.0.1 239.255.255.255 [ff02::1] [ff0e::1]
  `,
  'loopback and private networks of IPv6': `
    [::1] [0:0:0:0:0:0:0:1] [0000::0001] [fc00::1] [fd00:ec2::254] [fdff::1] [fd20:ce::254]
    [fec0::1] [::1]:8080
  `,
  'IPv4 inside of IPv6': `
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:0.0.0.0]
    [::ffff:192.168.0.1] [::ffff:100.64.0.1] [::ffff:0:127.0.0.1] [::ffff:0:0] [::127.0.0.1]
    [::7f00:1] [::8.8.8.8] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::8.8.8.8]
    [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:0:7f00:1::80ff:fffe]
  `,
  'names that stay inside': `
    localhost LOCALHOST localhost. localhost:3000 shop.localhost a.b.localhost. ｌｏｃａｌｈｏｓｔ
    local%68ost localhost.localdomain printer.local printer.local. db.internal host.docker.internal
    api.svc.cluster.local wiki.intranet vault.private router.lan nas.home mail.corp router.home.arpa
    1.0.0.127.in-addr.arpa
  `,
  'names of metadata services': `
    metadata.google.internal METADATA.google.internal. metadata.goog metadata.goog. metadata
    instance-data instance-data.ec2.internal metadata.tencentyun.com 168.63.129.16
    [::ffff:168.63.129.16] 0xa83f8110
  `,
  'names of one label, or with an empty one':
    'shop intranet com com. shop.. shop..example .shop.example',
}

const refused = rowsOf(notPublic)

describe('no callback is sent to an address that is not public:', () => {
  test('more than 150 spellings of such', () => {
    expect(new Set(refused.map(([host]) => host)).size).toBeGreaterThan(150)
  })

  test.each(refused)('%s (%s)', (host) => {
    expect(problem(`http://${host}/notify`)).toBe('not_public')
    expect(problem(`HTTPS://${host}`)).toBe('not_public')
  })
})

describe('no callback is sent to our own hosts:', () => {
  test.each(
    itemsOf(`
      https://pay.example/api/v1/merchant/collections http://pay.example https://pay.example:8443/
      https://PAY.Example/ https://pay.example./ https://PAY.EXAMPLE.:443/ https://p%61y.example/
      https://ｐａｙ.example/ https://pay。example/ https://exchange.example/exchange/purchase/1
    `),
  )('%s', (address) => expect(problem(address)).toBe('own_host'))

  test('however the setting spells them', () => {
    const spelled = { ownHosts: ['Pay.Example.'], allowPrivate: false }
    expect(callbackAddressProblem('https://pay.example/', spelled)).toBe('own_host')
  })
})

describe('no callback is sent to anything but a web address:', () => {
  test.each(
    rowsOf({
      not_a_url: [
        '',
        'http:\\\\127.0.0.1\\',
        'http://shop.example\\@127.0.0.1/',
        ' http://shop.example/',
        'http://127.0.0.1\t/',
        'http://shop.example/\r\nHost: x',
        ...itemsOf(`
          shop.example //shop.example/notify ftp://shop.example/ file:///etc/passwd
          gopher://shop.example/ javascript:alert(1) data:text/plain,success ws://shop.example/
          unix:/var/run/docker.sock http:shop.example http:/127.0.0.1/ http://256.256.256.256/
          http://0x100000000/ http://1.2.3.4.5/ http://shop.example.0x7f/ http://[::1%25eth0]/
          http://[127.0.0.1]/ http://shop.example:65536/ http://shop%00.example/
        `),
      ],
      user_info: `
        http://user@shop.example/ http://user:pass@shop.example/ http://:pass@shop.example/
        http://@shop.example/ http://shop.example@127.0.0.1/ http://127.0.0.1@shop.example/
        http://shop.example:80@127.0.0.1:80/ http://%75ser@shop.example/
      `,
    }),
  )('%j: %s', (address, expected) => expect(problem(address)).toBe(expected))
})

describe('a callback is sent to', () => {
  test.each(
    itemsOf(`
      https://shop.example/notify http://shop.example/notify
      https://shop.example:8443/notify?a=1#part HTTPS://SHOP.EXAMPLE/Notify
      https://shop.example./notify https://www.shop.com.tw/api/payment/notify
      https://api-1.shop_eu.example/notify https://商店.台灣/notify
      https://xn--czrr8t.xn--kpry57d/notify https://shop.example/user@127.0.0.1
      https://shop.example/?to=http://localhost/ https://localhost.shop.example/
      https://internal.shop.example/ https://mylocal.example/ https://shop.mylocalhost/
      https://home.example/ https://metadata.shop.example/ https://notpay.example/
      https://pay.example.shop.example/ https://cb.pay.example/ https://127.0.0.1.shop.example/
      http://8.8.8.8/notify http://1.1.1.1:8080/notify http://134744072/notify http://9.255.255.255/
      http://11.0.0.0/ http://100.63.255.255/ http://100.128.0.0/ http://126.255.255.255/
      http://128.0.0.0/ http://169.253.255.255/ http://172.15.255.255/ http://172.32.0.0/
      http://192.167.255.255/ http://192.169.0.0/ http://198.17.255.255/ http://198.20.0.0/
      http://223.255.255.255/ http://[2606:4700:4700::1111]/notify http://[2400:cb00::1]:8080/notify
      http://[::ffff:8.8.8.8]/
    `),
  )('%s', (address) => expect(problem(address)).toBeNull())
})

describe('for local use only, callbacks may go to', () => {
  const local = { ownHosts: ['localhost'], allowPrivate: true }

  test.each(['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://[::1]/', 'http://shop/'])(
    '%s',
    (address) => {
      expect(callbackAddressProblem(address, local)).toBeNull()
    },
  )

  test.each([
    ['file:///etc/passwd', 'not_a_url'],
    ['http://user@localhost/', 'user_info'],
  ])('but not to %s', (address, expected) => {
    expect(callbackAddressProblem(address, local)).toBe(expected)
  })
})
