import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { success } from '../../../src/contract/answer-shapes.ts'
import { described, meanings, object, repeated } from '../../../src/contract/described-fields.ts'
import { identifier, optional } from '../../../src/contract/fields.ts'

const inner = object({ id: described(z.int(), '編號', 'Number') })
const plain = () => z.object({ id: z.int() })

describe('a field of an answer', () => {
  test('has a meaning in both languages', () => {
    const field = described(z.string(), '簡稱', 'Short name')
    expect(meanings.get(field)).toEqual({ zh: '簡稱', en: 'Short name' })
  })

  test('that repeats a field of a request has its meaning', () => {
    const asked = optional({
      kind: identifier(10),
      absent: '',
      zh: '幣別',
      en: 'Currency',
      says: 'TWD',
    })
    expect(meanings.get(repeated(z.string(), asked))).toEqual({ zh: '幣別', en: 'Currency' })
  })

  test('has one meaning only', () => {
    const schema = z.string()
    described(schema, '簡稱', 'Short name')
    expect(() => described(schema, '全名', 'Full name')).toThrow('Full name')
  })

  test('does not compile without a meaning', () => {
    // @ts-expect-error: a field without a meaning
    object({ id: z.int() })
    // @ts-expect-error: the same, beside `ok` and `message`
    success({ id: z.int() })
    // @ts-expect-error: a meaning in one language
    described(z.int(), '編號')
    expect(object({ id: described(z.int(), '編號', 'Number') }).parse({ id: 1 })).toEqual({ id: 1 })
  })

  test('does not compile around an object whose fields have none', () => {
    // @ts-expect-error: an object made by zod itself
    described(plain(), '內容', 'Content')
    // @ts-expect-error: the same in an array
    described(z.array(plain()), '內容', 'Content')
    // @ts-expect-error: the same behind null
    described(z.nullable(plain()), '內容', 'Content')
    // @ts-expect-error: the same where it may be absent
    described(z.optional(plain()), '內容', 'Content')
    // @ts-expect-error: the same under free names
    described(z.record(z.string(), plain()), '內容', 'Content')
    // @ts-expect-error: the same beside a text
    described(z.union([z.string(), plain()]), '內容', 'Content')
    const each = described(inner, '各項', 'Each')
    const answer = object({
      all: described(z.array(inner), '全部', 'All'),
      one: described(z.nullable(inner), '一項', 'One'),
      named: described(z.record(z.string(), each), '各項', 'Each by name'),
    })
    const value = { all: [{ id: 1 }], one: null, named: { a: { id: 2 } } }
    expect(answer.parse(value)).toEqual(value)
  })
})
