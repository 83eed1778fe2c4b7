import type * as z from 'zod'
import type { Language, Meaning } from '../units/language.ts'

/** The message for a value that does not fit its schema, in place of the library's own. */
export function problemLabels(issue: z.core.$ZodRawIssue, language: Language = 'zh'): string {
  const say = (meaning: Meaning) => meaning[language]
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? say({ zh: '此欄位為必填', en: 'This is required' })
        : say(
            kinds[issue.expected] ?? { zh: '必須是另一種值', en: 'Must be another kind of value' },
          )
    case 'invalid_value': {
      const values = issue.values.map(String)
      return say({
        zh: `必須是 ${values.join('、')} 其中之一`,
        en: `Must be one of ${values.join(', ')}`,
      })
    }
    case 'too_small':
      return say(sizes[issue.origin]?.(issue.minimum, 'least') ?? atLeast(issue.minimum))
    case 'too_big':
      return say(sizes[issue.origin]?.(issue.maximum, 'most') ?? atMost(issue.maximum))
    default:
      return say({
        zh: '格式不正確，請對照文件',
        en: 'Not in the right form; see the documentation',
      })
  }
}

type Bound = number | bigint

const atLeast = (minimum: Bound): Meaning => ({
  zh: `不可小於 ${minimum}`,
  en: `Must be ${minimum} or more`,
})
const atMost = (maximum: Bound): Meaning => ({
  zh: `不可大於 ${maximum}`,
  en: `Must be ${maximum} or less`,
})

const kinds: Readonly<Record<string, Meaning>> = {
  string: { zh: '必須是字串', en: 'Must be text' },
  number: { zh: '必須是數字', en: 'Must be a number' },
  int: { zh: '必須是整數', en: 'Must be a whole number' },
  boolean: { zh: '必須是 true 或 false', en: 'Must be true or false' },
  array: { zh: '必須是清單', en: 'Must be a list' },
  object: { zh: '必須是 JSON 物件', en: 'Must be a JSON object' },
}

type Side = 'least' | 'most'
const chinese = { least: '至少', most: '最多' } as const
const english = { least: 'at least', most: 'at most' } as const

const sizes: Readonly<Record<string, (size: Bound, side: Side) => Meaning>> = {
  string: (size, side) => ({
    zh: `長度須為${chinese[side]} ${size} 個字元`,
    en: `Must have ${english[side]} ${size} characters`,
  }),
  array: (size, side) => ({
    zh: `項目須為${chinese[side]} ${size} 個`,
    en: `Must have ${english[side]} ${size} items`,
  }),
}
