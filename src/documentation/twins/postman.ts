import { type Language, languageTags } from '../../units/language.ts'
import { type DescribedEndpoint, describedEndpoints, inBoth } from '../described-endpoints.ts'
import { tagOf } from '../openapi.ts'
import { requestExample } from '../openapi-examples.ts'
import { tags } from '../openapi-labels.ts'
import { operationIdOf } from '../operation-ids.ts'
import type { Deployment } from '../page/blocks.ts'
import { versions } from '../versions.ts'
import signingScript from './signing-script.js' with { type: 'text' }

/**
 * A collection of all requests for Postman (v2.1), which Bruno imports: a folder for each tag, bodies that a script
 * signs before they are sent, and variables for the address, the merchant, its secret and the language of messages.
 */
export function postmanCollection({ server, sandbox }: Sender, language: Language): object {
  const endpoints = describedEndpoints()
  const folders = tags.map(({ name, description }) => {
    const item = endpoints.filter((one) => folderOf(one) === name).map(requestOf)
    return { name, description, item }
  })
  return {
    info: {
      name: `Merchant Payment API ${versions.machineReadable}`,
      description:
        '設定變數 baseUrl、uid 與 secret；每個請求送出前由指令碼簽章。\n\n' +
        'Set the variables baseUrl, uid and secret; a script signs each request before it is sent.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [
      {
        listen: 'prerequest',
        script: { type: 'text/javascript', exec: signingScript.trimEnd().split('\n') },
      },
    ],
    variable: [
      { key: 'baseUrl', value: server === '/' ? 'http://localhost:8787' : server },
      { key: 'uid', value: sandbox?.uid ?? '' },
      { key: 'secret', value: sandbox?.secret ?? '' },
      { key: 'language', value: languageTags[language] },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  }
}

/** Where the requests go, and who sends them. */
type Sender = Pick<Deployment, 'server' | 'sandbox'>

// The folders run in order: requests about an order's callback come after those that give the order its outcome.
function folderOf(endpoint: DescribedEndpoint): string {
  return endpoint.path.includes('/callbacks') ? 'callbacks' : tagOf(endpoint)
}

function requestOf(endpoint: DescribedEndpoint): object {
  const { method, path, summary, notes, sentIn, fields } = endpoint
  const query = fields.map(({ name, ...meaning }) => {
    return { key: name, value: '', description: inBoth(meaning), disabled: true }
  })
  const url = {
    raw: `{{baseUrl}}${path}`,
    host: ['{{baseUrl}}'],
    path: path.slice(1).split('/'),
    ...(sentIn === 'query' ? { query } : {}),
  }
  const description = [summary, ...notes].map(inBoth).join('\n\n')
  const { uid: _, timestamp: __, sign: ___, ...unsigned } = requestExample(endpoint)
  const body = {
    mode: 'raw',
    raw: JSON.stringify(withNumbers(path, unsigned), null, 2),
    options: { raw: { language: 'json' } },
  }
  const header = [{ key: 'Accept-Language', value: '{{language}}' }]
  const json = [...header, { key: 'Content-Type', value: 'application/json' }]
  const request = { method, url, description }
  return {
    name: operationIdOf(path),
    request: sentIn === 'body' ? { ...request, header: json, body } : { ...request, header },
    response: [],
  }
}

const creates = /\/(?:collections|payouts|withdrawals|payment-links|amount)$/
const numbers = ['orderid', 'serial_no', 'merchant_order_no']

// The script sets a new number for a creation, and the number of the last creation for other requests.
function withNumbers(path: string, fields: Readonly<Record<string, unknown>>): object {
  const which = creates.test(path) ? 'new' : 'last'
  const entries = Object.entries(fields).map(([name, value]) => {
    return [name, numbers.includes(name) ? `{{${which}_${name}}}` : value]
  })
  return Object.fromEntries(entries)
}
