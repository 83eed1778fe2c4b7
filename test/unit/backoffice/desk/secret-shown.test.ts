import { expect, test } from 'vitest'
import { backOffice } from '../../../../src/backoffice/api.ts'
import { Refusal, refusedAnswer } from '../../../../src/contract/refusals.ts'
import { localAccess } from '../../../support/local-access.ts'

// What can go wrong between two Workers after a merchant has its secret.

const token = '01234567-89ab-4cde-8f01-23456789abcd'

test.each([
  ['is not reached', () => Promise.reject(new Error('gone'))],
  ['refuses', async () => ({ ok: false, ...refusedAnswer(new Refusal('unavailable')) })],
])('a new secret is shown though the other Worker %s for the rest of its page', async (_, rest) => {
  const created = { uid: 'TEA', api_secret: 'the-only-time', webhook_secret: 'whsec_once' }
  const call = (name: string) =>
    name === 'createMerchant'
      ? Promise.resolve({ ok: true, value: { kind: 'answered', call: name, value: created } })
      : rest()
  const answer = await backOffice.request(
    'http://localhost/acts/createMerchant',
    {
      method: 'POST',
      headers: { cookie: `desk_token=${token}`, accept: 'text/html' },
      body: new URLSearchParams({
        _token: token,
        _from: '/merchants/~new',
        uid: 'TEA',
        name: 'Tea',
      }),
    },
    {
      ...localAccess,
      BACK_OFFICE: { call },
    },
  )
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain('the-only-time')
  expect(html).toContain('whsec_once')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
