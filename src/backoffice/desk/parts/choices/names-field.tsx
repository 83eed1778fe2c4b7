import type { Meaning } from '../../../../units/language.ts'
import { useDesk } from '../../desk.ts'
import { described, FieldNotes } from '../fields.tsx'
import { useField } from '../form.tsx'
import { type PickKind, pickList } from './picks.tsx'

type NamesFieldProps = {
  readonly name: string
  readonly label: Meaning
  readonly hint: Meaning
  readonly list: PickKind
}

/**
 * Several names, each in a field that offers the known ones; some fields stay empty for more, and one takes several
 * names, separated by commas.
 */
export function NamesField({ name, label, hint, list }: NamesFieldProps) {
  const { say } = useDesk()
  const field = useField(name, undefined)
  const names = (field.typed ?? field.value.split('\n')).filter((one) => one.trim() !== '')
  return (
    <fieldset class="field names">
      <legend>{say(label)}</legend>
      {[...names, ...emptyFields].map((value, n) => (
        <input
          id={n === 0 ? field.elementId : undefined}
          type="text"
          name={name}
          value={value}
          list={pickList(list)}
          autocomplete="off"
          aria-label={`${say(label)} ${n + 1}`}
          {...described(field, hint)}
        />
      ))}
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  )
}

const emptyFields = ['', '']
