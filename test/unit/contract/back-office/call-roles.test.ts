import { expect, test } from 'vitest'
import { mayMake } from '../../../../src/contract/back-office/call-roles.ts'
import type { Role } from '../../../../src/contract/back-office/roles.ts'
import { namedCalls } from '../../../../src/contract/back-office/table.ts'

test('an auditor may make every call that reads, and no other', () => {
  const reading = namedCalls.filter(({ call }) => call.method === 'GET')
  expect(namedCalls.filter(({ name }) => mayMake('auditor', name))).toEqual(reading)
})

test('an unknown role may make no call', () => {
  for (const role of ['owner', 'toString'] as unknown as readonly Role[]) {
    expect(namedCalls.filter(({ name }) => mayMake(role, name))).toEqual([])
  }
})
