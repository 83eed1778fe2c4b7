import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Fields,
  type Sources,
  signedForm,
  signedSource,
} from '../../../scripts/client/merchant-client.ts'
import { itemsOf } from '../../support/tables.ts'
import {
  aMerchant,
  anId,
  expectRefused,
  form,
  paths,
  post,
  postJson,
  rowCounts,
  rows,
  type Shop,
} from '../support/service.ts'

// The limits of §2.2 and §8.
const textLimits = {
  orderid: 64,
  merchant_order_no: 64,
  gateway_code: 30,
  channel: 30,
  collection_account_name: 120,
  collection_account_no: 80,
  collection_bank_name: 120,
  counterparty_account: 120,
  member_bank_name: 120,
  user_id: 64,
  user_name: 120,
} as const
const identifiers = [
  'orderid',
  'merchant_order_no',
  'gateway_code',
  'channel',
  'currency',
  'user_id',
]
const urls = ['notify_url', 'return_url']
const labels = ['status', 'collection_status']
const amounts = ['amount', 'paid_amount']
const texts = [...Object.keys(textLimits), 'currency']
const required = ['orderid', 'amount']
const all = [...texts, ...urls, ...labels, ...amounts, 'paid_at', 'extra']

// Each accepted creation writes one collection, and an event where that does not tell it; each refused one nothing.
let accepted = 0
let before: Record<string, number>
beforeAll(async () => {
  before = await rowCounts()
})
afterAll(async () => {
  const { collections = 0, events: _events, ...others } = before
  const { events: _after, ...counts } = await rowCounts()
  const expected = { ...others, collections: collections + accepted }
  expect(counts, 'a refusal writes nothing').toEqual(expected)
  const strays = 'select 1 from events where order_id not in (select id from collections)'
  expect(await rows(strays)).toEqual([])
})

test.each(all)('%s of a wrong type is refused (§4.5 body, §7 validation)', async (name) => {
  const shop = await aMerchant()
  const numbers = amounts.includes(name) ? [] : texts.includes(name) ? [-5, 5.5] : [5, 0]
  const objects = name === 'extra' ? [] : [{}, { a: 1 }, []]
  // While an order is pending its paid_at is not read.
  const rest = name === 'paid_at' ? { status: 'succeeded' } : {}
  for (const value of [...numbers, ...objects, true, false, ['x'], [{}]]) {
    await refuses(shop, { ...rest, [name]: value }, [name])
  }
})

test.each(all)(
  '%s that is null or empty counts as absent (§2.2 orderid, amount, gateway_code–currency, collection_account_name–user_name, §7 validation)',
  async (name) => {
    const shop = await aMerchant()
    for (const value of [null, '', undefined]) {
      if (required.includes(name)) await refuses(shop, { [name]: value }, [name])
      else await accepts(shop, { [name]: value })
    }
  },
)

test.each(Object.entries(textLimits))(
  '%s takes %i characters and no more ' +
    '(§2.2 orderid–channel, collection_account_name–user_name, §8 orderid–user_name)',
  async (name, max) => {
    const shop = await aMerchant()
    for (const letter of ['a', '王', '😀']) {
      await accepts(shop, { [name]: letter.repeat(max) })
      await refuses(shop, { [name]: letter.repeat(max + 1) }, [name])
    }
  },
)

test('currency takes TWD in any case, and no text of more than 10 characters (§2.2 currency)', async () => {
  const shop = await aMerchant()
  for (const currency of ['TWD', 'twd', 'Twd']) await accepts(shop, { currency })
  for (const letter of ['a', '王', '😀']) {
    await refuses(shop, { currency: letter.repeat(11) }, ['currency'])
  }
})

test.each(texts)(
  'a control character in %s is refused in an identifier, else accepted',
  async (name) => {
    const shop = await aMerchant()
    for (const character of ['\n', '\t', '\u0000', '\u007f', '\u0085']) {
      const fields = { [name]: `${anId().slice(0, 8)}${character}x` }
      if (identifiers.includes(name)) await refuses(shop, fields, [name])
      else await accepts(shop, fields)
    }
  },
)

test.each(urls)(
  '%s takes 255 characters and no more (§2.2 notify_url, return_url, §8 notify_url, return_url)',
  async (name) => {
    const shop = await aMerchant()
    const address = (length: number) => `https://m.example/${'a'.repeat(length - 18)}`
    await accepts(shop, { [name]: address(255) })
    await refuses(shop, { [name]: address(256) }, [name])
  },
)

test.each(urls)(
  '%s has to be a whole http or https address (§2.2 notify_url, return_url)',
  async (name) => {
    const shop = await aMerchant()
    for (const address of [
      'm.example/n',
      '/n',
      '//m.example/n',
      'https://',
      'https:///',
      'https:m.example/n',
      'https:/m.example/n',
      'ftp://m.example/n',
      'javascript:alert(1)',
      'data:text/plain,x',
      'https://user@m.example/n',
      'https://user:pass@m.example/n',
      'https://:pass@m.example/n',
      'https://m example/n',
      'https://m.example:99999/n',
      'https://m.example/n\n',
      'https://m.ex\tample/n',
      ' https://m.example/n',
      'https://m.example/n ',
      'https://m.example/a b',
      'https:\\\\m.example\\n',
    ]) {
      await refuses(shop, { [name]: address }, [name])
    }
    await accepts(shop, { [name]: 'HTTP://M.example:8080/路徑?a=%20&b=[]#here' })
  },
)

test('notify_url has to be an address that is reached from outside; return_url may be any', async () => {
  const shop = await aMerchant()
  for (const address of itemsOf(`
    http://localhost/n http://127.0.0.1/n http://2130706433/n http://0x7f.1/n http://10.0.0.1/n
    http://169.254.169.254/latest http://[::1]/n http://[::ffff:127.0.0.1]/n http://[fd00::1]/n
    https://intranet/n https://pay.example/n https://exchange.example/n
  `)) {
    await refuses(shop, { notify_url: address }, ['notify_url'])
    await accepts(shop, { return_url: address })
  }
})

test.each(labels)(
  '%s accepts its own words only (§2.2 status, collection_status, §3.1 at creation)',
  async (name) => {
    const shop = await aMerchant()
    for (const word of [
      'paid',
      'PENDING',
      'pending ',
      ' pending',
      'cancelled',
      'success',
      '待處理',
    ]) {
      await refuses(shop, { [name]: word }, [name])
    }
  },
)

test('paid_at has to be a date or date-time that exists (§2.2 paid_at)', async () => {
  const shop = await aMerchant()
  for (const moment of [
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-2',
    '20260102',
    '2026-01-31 24:00:00',
    '2026-01-31 12:60:00',
    '2026-01-31 12:00',
    '2026-01-31 12:00:00 ',
    '2026-01-31T12:00:00+99:00',
    '1760000000',
    'now',
    '昨天',
  ]) {
    await refuses(shop, { status: 'succeeded', paid_at: moment }, ['paid_at'])
  }
})

test.each(amounts)(
  '%s takes whole hundredths up to 9,999,999,999.99 (§2.2 amount)',
  async (name) => {
    const shop = await aMerchant()
    for (const source of [
      '0.01',
      '1',
      '0.1',
      '100.00',
      '1e2',
      '1E+2',
      '100e-2',
      '9999999999.99',
      '0.010',
      '"0.01"',
      '"1"',
      '"100.5"',
      '"9999999999.99"',
      '"01"',
      '"0000000001.10"',
    ]) {
      await acceptsSource(shop, { [name]: source })
    }
    for (const source of [
      '-1',
      '-0.01',
      '-1e400',
      '1e400',
      '1e401',
      '1e999999999',
      '10000000000',
      '9999999999.995',
      '0.001',
      '0.019999',
      '1e-3',
      '1e-400',
      '1e-999999999',
      '100.001',
      '"abc"',
      '"1e2"',
      '" 1"',
      '"1 "',
      '"1\\n"',
      '"+1"',
      '"-1"',
      '"1."',
      '".5"',
      '"1,000"',
      '"0x10"',
      '"NaN"',
      '"Infinity"',
      '"10000000000"',
      '"00000000001"',
      '"1.000"',
      '"１"',
    ]) {
      await refusesSource(shop, { [name]: source }, [name])
    }
  },
)

test('amount starts at 0.01, paid_amount at 0 (§2.2 amount, paid_amount, §8 amount of a collection, paid_amount)', async () => {
  const shop = await aMerchant()
  for (const zero of ['0', '-0', '0.00', '0e9', '0e999999', '"0"', '"0.00"']) {
    await refusesSource(shop, { amount: zero }, ['amount'])
    await acceptsSource(shop, { paid_amount: zero })
  }
})

test.each(['NaN', 'Infinity', '01', '1.', '.5', '+1', '1e', '0x10', '1_000', "'1'"])(
  'amount %s is not JSON',
  async (source) => {
    const shop = await aMerchant()
    await refusesSource(shop, { amount: source }, ['body'])
  },
)

test('all wrong fields are named at once (§4.5 body, §7 validation)', async () => {
  const shop = await aMerchant()
  const wrong = Object.fromEntries(all.map((name) => [name, true]))
  await refuses(shop, wrong, all)
  await refuses(shop, { ...wrong, orderid: null, amount: '', channel: 'fine' }, [
    ...all.filter((name) => name !== 'channel'),
  ])
})

test('a form has the same limits (§1.6 form-urlencoded)', async () => {
  const { uid, secret } = await aMerchant()
  const send = (fields: Fields) =>
    postJson(
      paths.create,
      signedForm(uid, secret, { amount: '1', orderid: anId(), ...fields }),
      form,
    )
  const wrong = {
    orderid: 'x'.repeat(65),
    amount: '1e2',
    status: 'paid',
    notify_url: 'm.example',
    paid_at: 'now',
  }
  expectRefused(await send(wrong), 422, 'validation_error', Object.keys(wrong))
  expectRefused(await send({ orderid: '' }), 422, 'validation_error', ['orderid'])
})

test('names of Object.prototype are ordinary names', async () => {
  const shop = await aMerchant()
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    await acceptsSource(shop, { [name]: '{"amount":"x","orderid":[]}' })
  }
  const inherited = '{"orderid":"inherited","amount":1}'
  const body = signedSource(shop.uid, shop.secret, { ['__proto__']: inherited })
  expectRefused(await postJson(paths.create, body), 422, 'validation_error', required)
})

async function accepts(shop: Shop, fields: Fields): Promise<void> {
  const answer = await post(shop, paths.create, { orderid: anId(), amount: 1, ...fields })
  expect(answer, JSON.stringify(fields)).toMatchObject({ status: 200, body: { ok: 1 } })
  accepted += 1
}

async function refuses(shop: Shop, fields: Fields, blamed: string[]): Promise<void> {
  const answer = await post(shop, paths.create, { orderid: anId(), amount: 1, ...fields })
  expect(answer.status, JSON.stringify(fields)).toBe(422)
  expectRefused(answer, 422, 'validation_error', blamed)
}

async function acceptsSource({ uid, secret }: Shop, sources: Sources): Promise<void> {
  const body = signedSource(uid, secret, { orderid: `"${anId()}"`, amount: '1', ...sources })
  const answer = await postJson(paths.create, body)
  expect(answer, JSON.stringify(sources)).toMatchObject({ status: 200, body: { ok: 1 } })
  accepted += 1
}

async function refusesSource({ uid, secret }: Shop, sources: Sources, blamed: string[]) {
  const body = signedSource(uid, secret, { orderid: `"${anId()}"`, amount: '1', ...sources })
  const answer = await postJson(paths.create, body)
  expect(answer.status, JSON.stringify(sources)).toBe(422)
  expectRefused(answer, 422, 'validation_error', blamed)
}
