import { expect, test } from 'vitest'
import { mayMake } from '../../../../src/contract/back-office/call-roles.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'

test('an auditor may make every call that reads, and no other', () => {
  const reading = namedCalls.filter(({ call }) => call.method === 'GET')
  expect(namedCalls.filter(({ name }) => mayMake('auditor', name))).toEqual(reading)
})
