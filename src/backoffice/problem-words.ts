import type * as z from 'zod'

/** The message for a value that does not fit its schema, in place of the library's own. */
export function problemWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? '此欄位為必填'
        : `必須是${kinds[issue.expected] ?? '另一種值'}`
    case 'invalid_value':
      return `必須是 ${issue.values.join('、')} 其中之一`
    case 'too_small':
      return sizes[issue.origin]?.(`至少 ${issue.minimum}`) ?? `不可小於 ${issue.minimum}`
    case 'too_big':
      return sizes[issue.origin]?.(`最多 ${issue.maximum}`) ?? `不可大於 ${issue.maximum}`
    default:
      return '格式不正確,請對照文件'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: '字串',
  number: '數字',
  int: '整數',
  boolean: ' true 或 false',
  array: '清單',
  object: ' JSON 物件',
}

const sizes: Readonly<Record<string, (size: string) => string>> = {
  string: (size) => `長度須為${size} 個字元`,
  array: (size) => `項目須為${size} 個`,
}
