// Each line: a request as a Node program with one mistake (or none) builds and signs it.
import { createHash, createHmac } from 'node:crypto'

const SECRET = 'node-secret-Zt5uM8cQ2xW7rJ1kF4pB9vGh'
const base = {
  uid: 'DEMO0001',
  timestamp: 1764338400,
  serial_no: 'N-77',
  amount: 2000,
  payee_name: '林美麗',
  payee_bank: '臺灣銀行',
  payee_account: '004123456789',
  notify_url: 'https://shop.example/p?x=1 2',
  extra: { b: 1, a: '甲' },
}
const flat = { ...base }
delete flat.extra
const md5 = (text) => createHash('md5').update(text).digest('hex').toUpperCase()
const value = (v) => (typeof v === 'object' ? JSON.stringify(v) : String(v))
const right = (p, of = value) =>
  Object.keys(p)
    .filter((k) => p[k] !== null && p[k] !== undefined && p[k] !== '')
    .sort()
    .map((k) => `${k}=${of(p[k], k)}`)
    .join('&')
const KEY = `&key=${SECRET}`
const keep = (mistake, made, body, sign, type = 'json', more = {}) => {
  const sent =
    typeof body === 'string'
      ? body.replace('SIGN', sign)
      : type === 'form'
        ? new URLSearchParams({ ...body, sign }).toString()
        : JSON.stringify({ ...body, sign })
  console.log(
    JSON.stringify({ by: 'node', mistake, made, type, secret: SECRET, body: sent, ...more }),
  )
}
// mistakes
const u = { ...flat, channel: undefined }
keep(
  'not_sent: undefined signed and dropped',
  "k + '=' + v of an undefined channel",
  u,
  md5(
    Object.keys(u)
      .sort()
      .map((k) => `${k}=${u[k]}`)
      .join('&') + KEY,
  ),
)
keep(
  'nested_not_json: extra signed as [object Object]',
  "k + '=' + v of an object",
  base,
  md5(right(base, String) + KEY),
)
keep(
  'nested_order: extra signed in another order',
  'keys of extra sorted for the sign only',
  base,
  md5(
    right(base, (v) => (typeof v === 'object' ? JSON.stringify(v, Object.keys(v).sort()) : v)) +
      KEY,
  ),
)
keep(
  'url_encoded: percent-encoded',
  'encodeURIComponent(v)',
  flat,
  md5(right(flat, encodeURIComponent) + KEY),
)
keep(
  'url_encoded_plus: percent-encoded, spaces as +',
  'new URLSearchParams(p).toString()',
  flat,
  md5(
    (() => {
      const q = new URLSearchParams(flat)
      q.sort()
      return q.toString()
    })() + KEY,
  ),
)
const cam = {
  uid: 'DEMO0001',
  timestamp: 1764338400,
  merchant_order_no: 'L-1',
  member_no: '9',
  member_name: 'Lee',
  payer_bank_name: 'X',
  payerAccountNumber: '12345678',
  payer_account_last5: '45678',
  notify_url: 'https://shop.example/n',
}
keep(
  'order_any_case: sorted by locale',
  'keys.sort((a, b) => a.localeCompare(b))',
  cam,
  md5(
    Object.keys(cam)
      .sort((a, b) => a.localeCompare(b))
      .map((k) => `${k}=${cam[k]}`)
      .join('&') + KEY,
  ),
)
const sum = { ...flat, amount: 0.1 + 0.2 }
keep(
  'number_decimals: amount signed rounded',
  '(0.1 + 0.2).toFixed(2) signed, the sum sent',
  sum,
  md5(right({ ...sum, amount: sum.amount.toFixed(2) }) + KEY),
)
keep(
  'secret_likely+number_rounded: a long number lost digits',
  'orderid 12345678901234567890 as number, signed as text',
  { ...flat, serial_no: Number('12345678901234567890') },
  md5(right({ ...flat, serial_no: '12345678901234567890' }) + KEY),
)
keep(
  'secret_unset: the secret is undefined',
  'process.env.PAY_SECRET that is not set',
  flat,
  md5(`${right(flat)}&key=${process.env.PAY_SECRET_NOT_SET}`),
)
keep(
  'charset_other: text hashed as Latin-1',
  "createHash('md5').update(text, 'latin1')",
  flat,
  createHash('md5')
    .update(right(flat) + KEY, 'latin1')
    .digest('hex')
    .toUpperCase(),
)
keep(
  'digest_sha256: SHA-256',
  "createHash('sha256')",
  flat,
  createHash('sha256')
    .update(right(flat) + KEY)
    .digest('hex')
    .toUpperCase(),
)
keep(
  'digest_sha256+key_hmac: HMAC-SHA256',
  "createHmac('sha256', secret)",
  flat,
  createHmac('sha256', SECRET).update(right(flat)).digest('hex'),
)
keep(
  'body_digest: the JSON body signed',
  'md5(JSON.stringify(body) + secret)',
  base,
  md5(JSON.stringify(base) + SECRET),
)
keep(
  'body_digest: the JSON body signed with key',
  "md5(JSON.stringify(body) + '&key=' + secret)",
  base,
  md5(JSON.stringify(base) + KEY),
)
const zero = { ...flat, actual_amount: 0, is_delayed: false, note: '' }
keep(
  'php_empty_dropped: 0 and false dropped',
  'if (!v) continue',
  zero,
  md5(
    Object.keys(zero)
      .filter((k) => zero[k])
      .sort()
      .map((k) => `${k}=${zero[k]}`)
      .join('&') + KEY,
  ),
)
keep(
  'empties_kept: empty text kept',
  'only null is filtered',
  zero,
  md5(
    Object.keys(zero)
      .sort()
      .map((k) => `${k}=${zero[k]}`)
      .join('&') + KEY,
  ),
)
keep(
  'quoted: texts signed with quotation marks',
  'JSON.stringify(v) of every value',
  flat,
  md5(right(flat, (v) => JSON.stringify(v)) + KEY),
)
keep(
  'text_case: the text upper-cased before the hash',
  'md5(text.toUpperCase())',
  flat,
  md5((right(flat) + KEY).toUpperCase()),
)
const whsec = `whsec_${Buffer.from(SECRET).toString('base64')}`
keep(
  'secret_webhook: webhook_secret used',
  'webhook_secret behind key=',
  flat,
  md5(`${right(flat)}&key=${whsec}`),
)
keep(
  'secret_webhook: webhook_secret used and pasted',
  'the same, and pasted as the secret',
  flat,
  md5(`${right(flat)}&key=${whsec}`),
  'json',
  { secret: whsec },
)
keep(
  'secret_webhook: base64 of webhook_secret used',
  'webhook_secret without whsec_',
  flat,
  md5(`${right(flat)}&key=${whsec.slice(6)}`),
)
const withSign = { ...flat, sign: '' }
keep(
  'sign_empty: sign= in the text',
  "sign: '' not taken out",
  flat,
  md5(
    Object.keys(withSign)
      .sort()
      .map((k) => `${k}=${withSign[k]}`)
      .join('&') + KEY,
  ),
)
keep(
  'order_sent: not sorted',
  'Object.entries(p) as written',
  flat,
  md5(
    Object.entries(flat)
      .map(([k, v]) => `${k}=${v}`)
      .join('&') + KEY,
  ),
)
keep(
  'join_separator: joined by commas',
  'Array.toString()',
  flat,
  md5(
    Object.keys(flat)
      .sort()
      .map((k) => `${k}=${flat[k]}`)
      .toString() + KEY,
  ),
)
keep(
  'time_twice: timestamp of another moment',
  'Date.now() called twice',
  flat,
  md5(right({ ...flat, timestamp: 1764338399 }) + KEY),
)
keep(
  'signed_milliseconds: timestamp in milliseconds signed',
  'Date.now() signed, seconds sent',
  flat,
  md5(right({ ...flat, timestamp: 1764338400123 }) + KEY),
)
keep(
  'changed: changed after signing',
  'amount changed by a middleware after signing',
  { ...flat, amount: 2001 },
  md5(right(flat) + KEY),
)
const text = JSON.stringify(base.extra)
keep(
  'quoted: extra as text signed as JSON of JSON',
  'JSON.stringify(extra) twice for the sign',
  { ...base, extra: text },
  md5(right({ ...base, extra: JSON.stringify(text) }) + KEY),
)
keep(
  'secret_likely+sent_not_json: form: extra lost as [object Object]',
  'new URLSearchParams(p) with an object in it, JSON signed',
  base,
  md5(right(base) + KEY),
  'form',
)
// right ones
keep(null, 'sorted, JSON.stringify', base, md5(right(base) + KEY))
keep(null, 'form body', { ...base, extra: text }, md5(right(base) + KEY), 'form')
keep(null, 'undefined dropped from both', u, md5(right(u) + KEY))
keep(null, "0 and false signed, '' dropped", zero, md5(right(zero) + KEY))
keep(
  null,
  'body indented',
  JSON.stringify({ ...base, sign: 'SIGN' }, null, 2),
  md5(right(base) + KEY),
)
keep(null, 'camel case name by code unit', cam, md5(right(cam) + KEY))
keep(null, '0.1 + 0.2 as sent', sum, md5(right(sum) + KEY))
keep(
  null,
  'an emoji and a line break',
  { ...flat, note: '謝謝😀\n下次' },
  md5(right({ ...flat, note: '謝謝😀\n下次' }) + KEY),
)
// with the string that was signed
keep(
  'changed: changed after signing, and told',
  'a middleware changes amount; the string is pasted',
  { ...flat, amount: 2001 },
  md5(right(flat) + KEY),
  'json',
  { pasted: right(flat) + KEY },
)
const two = { ...flat, channel: undefined, note: undefined }
const named =
  Object.keys(two)
    .sort()
    .map((k) => `${k}=${two[k]}`)
    .join('&') + KEY
keep(
  'not_sent: two undefined signed and dropped',
  "k + '=' + v of what is undefined; the string is pasted",
  two,
  md5(named),
  'json',
  { pasted: named },
)
