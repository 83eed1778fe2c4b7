import { expect, test } from 'vitest'
import { roles } from '../../../src/contract/back-office/roles.ts'
import { namedCalls } from '../../../src/contract/back-office/table.ts'
import { mayMake } from '../../../src/rpc/call-roles.ts'

test.each(roles)(
  'the role %s may make the calls of the table that name it, and no other',
  (role) => {
    const names = namedCalls.map(({ name }) => name)
    const ofTable = namedCalls.filter(({ call }) => new Set<string>(call.roles).has(role))
    expect(names.filter((name) => mayMake(role, name))).toEqual(ofTable.map(({ name }) => name))
  },
)
