import { expect, test } from 'vitest'
import { diagnoseHeaders } from '../../../../src/documentation/doctor/callback-headers.ts'
import { webhookSignature } from '../../../../src/signing/callback-headers.ts'
import { callback, rightCallbacks, wrongCallbacks } from './made-callbacks.ts'

function said({ of: _, names: __, ...more }: (typeof rightCallbacks)[number]) {
  const { outcome, mistakes, notes } = diagnoseHeaders({ ...callback, ...more })
  return [outcome === 'right', [...mistakes, ...notes].map(({ name }) => name)]
}

test('what the service sends is right', () => {
  const [id = '', timestamp = ''] = [...callback.headers.matchAll(/: (\S+)/g)].map(([, one]) => one)
  const { body, secret } = callback
  const sent = webhookSignature({ secrets: [secret], id, timestamp: Number(timestamp), body })
  expect(diagnoseHeaders(callback)).toEqual({
    outcome: 'right',
    mistakes: [],
    notes: [],
    ours: { text: `${id}.${timestamp}.${body}`, sign: sent },
  })
})

test.each(rightCallbacks)('right: $of', (made) => {
  expect(said(made)).toEqual([true, []])
})

test.each(wrongCallbacks)('$of: $names', (made) => {
  expect(said(made)).toEqual([made.names.includes('webhook_old'), made.names])
})
