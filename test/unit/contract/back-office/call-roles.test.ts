import { expect, test } from 'vitest'
import { mayMake } from '../../../../src/contract/back-office/call-roles.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'

test('an auditor may make every call that reads, and no other', () => {
  const wrong = namedCalls.filter(({ name, call }) => {
    return mayMake('auditor', name) !== (call.method === 'GET')
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})
