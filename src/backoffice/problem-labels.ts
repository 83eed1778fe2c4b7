import type * as z from 'zod'
import { problem } from '../units/language.ts'

/** The problem of a value that does not fit its schema, in place of the library's own message. */
export function problemLabels(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return problem('此欄位為必填', 'This is required')
      return kinds[issue.expected] ?? problem('必須是另一種值', 'Must be another kind of value')
    case 'invalid_value': {
      const values = issue.values.map(String)
      return problem(`必須是 ${values.join('、')} 其中之一`, `Must be one of ${values.join(', ')}`)
    }
    case 'too_small': {
      const { origin, minimum } = issue
      const ofSize = sizes[origin]?.(minimum, 'least')
      return ofSize ?? problem(`不可小於 ${minimum}`, `Must be ${minimum} or more`)
    }
    case 'too_big': {
      const { origin, maximum } = issue
      const ofSize = sizes[origin]?.(maximum, 'most')
      return ofSize ?? problem(`不可大於 ${maximum}`, `Must be ${maximum} or less`)
    }
    default:
      return problem('格式不正確，請對照文件', 'Invalid format; see the documentation')
  }
}

type Bound = number | bigint

const kinds: Readonly<Record<string, string>> = {
  string: problem('必須是字串', 'Must be text'),
  number: problem('必須是數字', 'Must be a number'),
  int: problem('必須是整數', 'Must be a whole number'),
  boolean: problem('必須是 true 或 false', 'Must be true or false'),
  array: problem('必須是清單', 'Must be a list'),
  object: problem('必須是 JSON 物件', 'Must be a JSON object'),
}

type BoundKind = 'least' | 'most'
const chinese = { least: '至少', most: '最多' } as const
const english = { least: 'at least', most: 'at most' } as const

const sizes: Readonly<Record<string, (size: Bound, kind: BoundKind) => string>> = {
  string: (size, kind) =>
    problem(
      `長度須為${chinese[kind]} ${size} 個字元`,
      `Must have ${english[kind]} ${size} characters`,
    ),
  array: (size, kind) =>
    problem(`項目須為${chinese[kind]} ${size} 個`, `Must have ${english[kind]} ${size} items`),
}
