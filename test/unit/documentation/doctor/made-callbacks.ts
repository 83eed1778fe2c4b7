import { createHmac } from 'node:crypto'
import type { diagnoseHeaders } from '../../../../src/documentation/doctor/callback-headers.ts'
import type { MistakeName } from '../../../../src/documentation/doctor/mistakes.ts'
import { webhookSecret } from '../../../../src/signing/callback-headers.ts'

type Callback = Parameters<typeof diagnoseHeaders>[0]
type Example = { readonly of: string; readonly names: readonly MistakeName[] } & Partial<Callback>

const secret = 'callback-secret-Jq7Lm2Xv9Rb4Tn8Wc3Zd6'
const id = 'cb_C0ABCDEFGHJK0123456789MNPQR'
const time = 1_764_338_400
const body = '{"type":"collection","amount":99.5,"user":"王/小明","zero":1.0}'

function signatureOf(text: string, key: string | Uint8Array = secret): string {
  return createHmac('sha256', key).update(text).digest('base64')
}

function hexOf(text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

const content = `${id}.${time}.${body}`
const right = `v1,${signatureOf(content)}`
const headers = `webhook-id: ${id}\nwebhook-timestamp: ${time}\nwebhook-signature: ${right}`

/** A callback whose headers are right. */
export const callback: Callback = {
  body,
  secret,
  headers,
  computed: '',
  now: time,
  toleranceSeconds: 300,
  knownSecrets: [],
}

/** Callbacks with nothing wrong, as frameworks log headers. */
export const rightCallbacks: readonly Example[] = [
  { of: 'as they arrive', names: [] },
  { of: 'two secrets', names: [], headers: `${headers} v1,AAAA` },
  { of: 'webhook_secret given', names: [], secret: webhookSecret(secret) },
  { of: 'their value', names: [], computed: right },
  { of: 'their value without v1', names: [], computed: right.slice('v1,'.length) },
  {
    of: 'Node',
    names: [],
    headers: `{ 'webhook-id': '${id}', 'webhook-timestamp': '${time}', 'webhook-signature': '${right}' }`,
  },
  {
    of: 'PHP',
    names: [],
    headers: `HTTP_WEBHOOK_ID=${id}\nHTTP_WEBHOOK_TIMESTAMP=${time}\nHTTP_WEBHOOK_SIGNATURE=${right}`,
  },
  {
    of: 'Go',
    names: [],
    headers: `Webhook-Id:[${id}] Webhook-Timestamp:[${time}] Webhook-Signature:[${right}]`,
  },
  {
    of: 'Laravel',
    names: [],
    headers: `"webhook-id" => ["${id}"], "webhook-timestamp" => ["${time}"], "webhook-signature" => ["${right}"]`,
  },
]

const python =
  '{"type": "collection", "amount": 99.5, "user": "\\u738b/\\u5c0f\\u660e", "zero": 1.0}'

/** Callbacks that do not verify, and signatures that receivers compute, each with what is wrong. */
export const wrongCallbacks: readonly Example[] = [
  { of: 'no signature', names: ['webhook_missing'], headers: headers.replace(/\n.*$/, '') },
  { of: 'no secret', names: ['secret_missing'], secret: '' },
  { of: 'another secret', names: ['webhook_other'], secret: 'another' },
  { of: 'a blank behind the secret', names: ['secret_blank'], secret: `${secret} ` },
  {
    of: 'the body written anew',
    names: ['webhook_body'],
    body: body.replaceAll(/([:,])"/g, '$1 "'),
  },
  { of: 'an old one', names: ['webhook_old'], now: time + 3600 },
  {
    of: 'whsec_ as text',
    names: ['webhook_key'],
    computed: signatureOf(content, webhookSecret(secret)),
  },
  {
    of: 'the bare secret given to a library',
    names: ['webhook_key'],
    computed: signatureOf(content, Buffer.from(secret.replace(/[^A-Za-z\d]/g, ''), 'base64')),
  },
  { of: 'the body alone', names: ['webhook_content'], computed: signatureOf(body) },
  { of: 'no id', names: ['webhook_content'], computed: signatureOf(`${time}.${body}`) },
  {
    of: 'json.dumps of it',
    names: ['webhook_body'],
    computed: signatureOf(`${id}.${time}.${python}`),
  },
  { of: 'hexadecimal', names: ['webhook_form'], computed: hexOf(content) },
  {
    of: 'Base64 of URLs',
    names: ['webhook_form'],
    computed: signatureOf(content).replaceAll('+', '-').replaceAll('/', '_'),
  },
  {
    of: 'hexadecimal of the body alone',
    names: ['webhook_content', 'webhook_form'],
    computed: hexOf(body),
  },
  { of: 'something else', names: ['webhook_unlike'], computed: 'aGVsbG8=' },
]
