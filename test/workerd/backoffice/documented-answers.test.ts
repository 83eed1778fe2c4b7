import { beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../src/contract/back-office/table.ts'
import { spyOnLog } from '../support/service.ts'
import { bankingAnswers } from './documented-answers/banking.ts'
import { callbackAnswers } from './documented-answers/callbacks.ts'
import { collectionAnswers } from './documented-answers/collections.ts'
import { ask } from './documented-answers/desk.ts'
import { merchantAnswers } from './documented-answers/merchants.ts'
import { payoutAnswers } from './documented-answers/payouts.ts'
import { peopleAnswers } from './documented-answers/people.ts'
import { serviceAnswers } from './documented-answers/service.ts'
import { settlementAnswers } from './documented-answers/settlement.ts'

// Every call of the back office's API is made, over HTTP, and what it answers has the members that its OpenAPI document
// says, and no others: `backOfficeOver` compares each answer with it.

beforeEach(() => {
  spyOnLog()
})

// What makes each call; a call without does not compile.
const calls: Record<CallName, () => Promise<unknown>> = {
  ...serviceAnswers,
  ...merchantAnswers,
  ...settlementAnswers,
  ...bankingAnswers,
  ...collectionAnswers,
  ...payoutAnswers,
  ...callbackAnswers,
  ...peopleAnswers,
}

describe('what is answered is what the document says:', () => {
  test.each(Object.entries(calls))('%s', async (_name, make) => {
    await make()
  })
})

test('a refusal has the members that the document says', async () => {
  expect((await ask('showMerchant', { uid: 'nobody' })).status).toBe(404)
  expect((await ask('listHolds', {}, { query: { limit: '0' } })).status).toBe(422)
  expect((await ask('overview', {}, { by: 'cat@platform.example:agent' })).status).toBe(403)
})
