import { type Meaning, sameInBoth } from '../../../units/language.ts'
import { ChoiceField } from './fields.tsx'

type DatabaseProps = { readonly databases: number; readonly hint: Meaning }

/** The database of a new record, by default the newest, as in the API; nothing if there is only one. */
export function DatabaseField({ databases, hint }: DatabaseProps) {
  if (databases === 1) return null
  const numbers = Array.from({ length: databases }, (_, n) => String(n))
  return (
    <ChoiceField
      name="database"
      label={{ zh: '資料庫', en: 'Database' }}
      hint={hint}
      options={[
        ['', { zh: '最新的資料庫', en: 'The newest' }],
        ...numbers.map((n) => [n, sameInBoth(n)] as const),
      ]}
    />
  )
}
