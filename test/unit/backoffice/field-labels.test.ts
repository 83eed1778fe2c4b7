import { expect, test } from 'vitest'
import * as z from 'zod'
import { fieldLabels } from '../../../src/backoffice/desk/labels/field-labels.ts'
import { calls } from '../../../src/contract/back-office/table.ts'

// Approvals show a call's body, and the journal shows records before and after: by these names.

type Schema = z.core.JSONSchema.BaseSchema

function keysIn(schema: Schema): readonly string[] {
  const own = Object.entries(schema.properties ?? {})
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const shared = Object.values(schema.$defs ?? {})
  const parts = [...own.map(([, part]) => part), ...shared, ...inner, schema.items]
  const nested = parts.flatMap((part) => (typeof part === 'object' ? keysIn(part as Schema) : []))
  return [...own.map(([name]) => name), ...nested]
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' })

test('each field of a body has a name in both languages', () => {
  const keys = Object.values(calls).flatMap((call) =>
    'body' in call ? keysIn(schemaOf(call.body, 'input')) : [],
  )
  expect(keys.length).toBeGreaterThan(100)
  expect([...new Set(keys)].filter((key) => !(key in fieldLabels))).toEqual([])
})

test('each field of a hold has a name in both languages', () => {
  const keys = keysIn(schemaOf(calls.liftHold.answer, 'output'))
  expect(keys).toContain('lift_reason')
  expect([...new Set(keys)].filter((key) => !(key in fieldLabels))).toEqual([])
})
