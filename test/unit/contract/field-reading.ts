import type { Field } from '../../../src/contract/fields.ts'
import type { Sent } from '../../../src/contract/sent-parameter.ts'

/** Parameters as a merchant sends them. */
export const sent = {
  text: (text: string): Sent => ({ kind: 'text', text }),
  number: (source: string): Sent => ({ kind: 'number', source }),
  boolean: (value: boolean): Sent => ({ kind: 'boolean', value }),
  nested: (source: string): Sent => ({ kind: 'nested', source }),
  null: { kind: 'null' } as Sent,
}

/** One parameter of each kind but text. */
export const notText: readonly Sent[] = [
  sent.number('1'),
  sent.boolean(true),
  sent.nested('{"a":1}'),
  sent.nested('["a"]'),
]

/** What a field makes of a parameter: its value, or the one problem it tells. */
export function reading(
  field: Field,
  parameter: Sent | undefined,
): { readonly value: unknown } | { readonly problem: string } {
  const read = field.safeParse(parameter)
  if (read.success) return { value: read.data }
  const [issue, ...more] = read.error.issues
  if (issue === undefined || more.length > 0) throw new Error('one problem was expected')
  return { problem: issue.message }
}

/** Whether a field refuses a parameter. */
export function refuses(field: Field, parameter: Sent | undefined): boolean {
  return 'problem' in reading(field, parameter)
}
