import { type Deviation, type Field, type Steps, sortedBy } from './steps.ts'
import { formEncoded, percent } from './value-deviations.ts'

/** How members of objects are named and printed in a form. */
type Print = { readonly member: string; readonly booleans: string }

/** Objects signed member by member, as forms are built: `extra[memo]`, in the order of the object. */
export const flattened: readonly Deviation[] = ['[*]', '.*'].flatMap((member) =>
  ['true,false', '1,0'].flatMap((booleans) => {
    const fields: Steps['fields'] = (all) =>
      all.flatMap((one) =>
        one.kind === 'nested'
          ? membersOf(one.name, JSON.parse(one.text), { member, booleans })
          : [one],
      )
    const order: Steps['order'] = (all) => sortedBy(all, ({ name }) => name.replace(/[[.].*/, ''))
    return [String, formEncoded, percent].map((encode, at): Deviation => {
      const join: Steps['join'] = (all) =>
        all.map(({ name, text }) => `${encode(name)}=${encode(text)}`).join('&')
      const also = at === 0 ? {} : ({ also: 'url_encoded' } as const)
      return { name: 'nested_flattened', fields, order, join, ...also }
    })
  }),
)

function membersOf(name: string, value: unknown, print: Print): readonly Field[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([member, one]) =>
      membersOf(name + print.member.replace('*', () => member), one, print),
    )
  }
  const [yes = '', no = ''] = print.booleans.split(',')
  const text = typeof value === 'boolean' ? (value ? yes : no) : String(value ?? '')
  return [{ name, kind: 'text', text }]
}

/** Members that were sent as fields of their own, and signed as the JSON of their object. */
export function gathered(sent: readonly Field[]): readonly Deviation[] {
  const parts = sent.filter(({ name }) => flatName.test(name))
  if (parts.length === 0) return []
  return [JSON.stringify, jsonOf].map((write): Deviation => {
    const objects: Record<string, string[]> = {}
    for (const { name, text } of parts) {
      const [, object = '', member = ''] = flatName.exec(name) ?? []
      objects[object] = [...(objects[object] ?? []), `${JSON.stringify(member)}:${write(text)}`]
    }
    const whole = Object.entries(objects).map(([name, all]): Field => {
      return { name, kind: 'nested', text: `{${all.join(',')}}` }
    })
    const fields: Steps['fields'] = (all) => [
      ...all.filter(({ name }) => !flatName.test(name)),
      ...whole,
    ]
    return { name: 'field_ignored', fields, detail: parts.map(({ name }) => name).join(', ') }
  })
}

const flatName = /^(\w+)\[(\w+)\]$/

function jsonOf(text: string): string {
  const isBare = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$|^(?:true|false|null)$/.test(text)
  return isBare ? text : JSON.stringify(text)
}
