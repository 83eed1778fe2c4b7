import { expect, test } from 'vitest'
import { type Register, requireKnownNames } from '../../../../src/backoffice/desk/known-names.ts'
import type { RolesBySetting } from '../../../../src/contract/back-office/roles.ts'
import { Refusal, refusedAnswer } from '../../../../src/contract/refusals.ts'

// Names in forms that nobody has.

const known: readonly string[] = ['mei@platform.example', 'service:bank-feed', 'SHOP1']

function registerOf(roles: RolesBySetting, error: 'not_found' | 'unavailable' = 'not_found') {
  const asked: string[] = []
  const ask = async (_name: string, { path = {} } = {}) => {
    const [name = ''] = Object.values<string>(path)
    asked.push(name)
    const refused = { ok: false, ...refusedAnswer(new Refusal(error)) }
    return known.includes(name) ? { ok: true, value: {} } : refused
  }
  return { asked, register: { ask: ask as unknown as Register['ask'], roles } }
}

type Call = Parameters<typeof requireKnownNames>[1]

async function blamed(register: Register, call: Call, body: object, former = {}) {
  try {
    await requireKnownNames(register, call, { body, former })
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { errors = {} } = error.details
    return Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, all.length]))
  }
}

const roles = { 'ann@platform.example': 'agent' } as const

test('a name is known by the setting or by the database, a token without its prefix too', async () => {
  const { register } = registerOf(roles)
  const body = {
    agents: ['ann@platform.example', 'mei@platform.example', 'bank-feed'],
    feeds: ['service:bank-feed'],
    merchants: ['SHOP1'],
  }
  expect(await blamed(register, 'createBankAccount', body)).toEqual({})
})

test('each that is not is told at its field, and those of the record before are not looked at', async () => {
  const { register, asked } = registerOf(roles)
  const body = { agents: ['gone@x.example', 'me@x.example', 'no@x.example'], merchants: ['SHOP2'] }
  const former = { agents: 'gone@x.example\nold@x.example' }
  expect(await blamed(register, 'patchBankAccount', body, former)).toEqual({
    agents: 2,
    merchants: 1,
  })
  expect(asked).not.toContain('gone@x.example')
  expect(await blamed(register, 'takePayout', { agent: 'no@x.example' })).toEqual({ agent: 1 })
})

test('nobody is refused where everybody names a role, where it cannot be read, or where a call names none', async () => {
  const body = { agents: ['tess'], agent: 'tess' }
  expect(await blamed(registerOf(null).register, 'createBankAccount', body)).toEqual({})
  const unread = registerOf(roles, 'unavailable').register
  expect(await blamed(unread, 'createBankAccount', { merchants: ['SHOP2'] })).toEqual({})
  expect(await blamed(registerOf(roles).register, 'reversePayout', body)).toEqual({})
  expect(await blamed(registerOf(roles).register, 'takePayout', {})).toEqual({})
})
