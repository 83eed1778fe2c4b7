import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { useField } from './form.tsx'

type FieldProps = {
  /** The path of the body's member: `settings.display.name`. See `bodyOf`. */
  readonly name: string
  readonly label: Meaning
  /** Its effect, in a sentence. */
  readonly hint?: Meaning | undefined
  readonly value?: string | undefined
  readonly required?: boolean
}

type TextProps = FieldProps & {
  readonly type?: 'text' | 'url' | 'email' | 'datetime-local' | 'file'
  readonly inputmode?: 'decimal' | 'numeric'
  readonly maxlength?: number
  readonly placeholder?: string
  readonly accept?: string
  /** Its value after a refusal, if other fields of the form have the same name. */
  readonly again?: string
  /** The id of a `datalist` with values to choose from: of the page, or see `pickList`. */
  readonly list?: string
}

export function TextField({
  name,
  label,
  hint,
  value,
  required,
  type = 'text',
  again,
  ...rest
}: TextProps) {
  const field = useField(name, value)
  const text = field.isAgain ? (again ?? field.value) : field.value
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input
        id={field.elementId}
        name={name}
        type={type}
        value={type === 'file' ? undefined : text}
        required={required}
        autocomplete="off"
        step={type === 'datetime-local' ? '1' : undefined}
        {...described(field, hint)}
        {...rest}
      />
    </Labelled>
  )
}

export function ReasonField({ hint, isOptional }: { hint?: Meaning; isOptional?: true }) {
  const label = { zh: '原因', en: 'Reason' }
  return (
    <TextField name="reason" label={label} hint={hint} maxlength={500} required={!isOptional} />
  )
}

/** An amount in TWD. */
export function AmountField(props: FieldProps) {
  return <TextField {...props} inputmode="decimal" maxlength={20} />
}

export function LinesField({
  name,
  label,
  hint,
  value,
  required,
  rows = 3,
}: FieldProps & { rows?: number }) {
  const field = useField(name, value)
  return (
    <Labelled field={field} label={label} hint={hint}>
      <textarea
        id={field.elementId}
        name={name}
        rows={rows}
        required={required}
        {...described(field, hint)}
      >
        {field.value}
      </textarea>
    </Labelled>
  )
}

/** Chooses one of several values; a barred one is shown and cannot be chosen. */
export function ChoiceField({
  name,
  label,
  hint,
  value,
  required,
  options,
}: FieldProps & {
  options: readonly (readonly [value: string, label: Meaning, isBarred?: boolean])[]
}) {
  const { say } = useDesk()
  const field = useField(name, value)
  return (
    <Labelled field={field} label={label} hint={hint}>
      <select id={field.elementId} name={name} required={required} {...described(field, hint)}>
        {options.map(([one, text, isBarred = false]) => (
          <option value={one} selected={one === field.value} disabled={isBarred}>
            {say(text)}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

export function FlagField({ name, label, hint, value }: FieldProps) {
  const { say } = useDesk()
  const field = useField(name, value)
  return (
    <div class="field flag">
      <input type="hidden" name={name} value="false" disabled={field.isWaiting} />
      <input
        id={field.elementId}
        type="checkbox"
        name={name}
        value="true"
        checked={field.value === 'true'}
        {...described(field, hint)}
      />
      <label for={field.elementId}>{say(label)}</label>
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}

/**
 * Chooses some of several values, each a checkbox of the same name with its description. If it is `required`, a form
 * without a tick sends an empty list, which the call refuses: a browser sends nothing for an empty box.
 */
export function ChecksField({
  name,
  label,
  required,
  options,
}: Omit<FieldProps, 'value'> & {
  options: readonly {
    value: string
    checked?: boolean
    disabled?: boolean
    amount?: number
    /** Whether the control that chooses all skips it. */
    isByHand?: boolean
    label: Child
  }[]
}) {
  const { say } = useDesk()
  const field = useField(name, undefined)
  const was = field.value.split('\n')
  const { 'aria-invalid': _ofInputs, ...rest } = described(field, undefined)
  return (
    <fieldset class="field checks" {...rest}>
      <legend>{say(label)}</legend>
      {required ? <HiddenField name={name} value="" /> : null}
      {options.map(
        ({ value, checked = was.includes(value), disabled, amount, isByHand, label: title }) => (
          <label>
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={field.typed === undefined ? checked : field.typed.includes(value)}
              disabled={disabled}
              data-amount={amount}
              data-marks={isByHand ? 'by_hand' : undefined}
            />{' '}
            <span>{title}</span>
          </label>
        ),
      )}
      <FieldNotes field={field} />
    </fieldset>
  )
}

export function HiddenField({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />
}

type Field = ReturnType<typeof useField>

type LabelledProps = {
  readonly field: Field
  readonly label: Meaning
  readonly hint?: Meaning | undefined
  readonly children: Child
}

function Labelled({ field, label, hint, children }: LabelledProps) {
  const { say } = useDesk()
  return (
    <div class="field">
      <label for={field.elementId}>{say(label)}</label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  )
}

/** A field's hint, and its problem. */
export function FieldNotes({ field, hint }: { field: Field; hint?: Meaning | undefined }) {
  const { say } = useDesk()
  return (
    <>
      {hint === undefined ? null : (
        <p class="hint" id={`${field.elementId}-hint`}>
          {say(hint)}
        </p>
      )}
      {field.isWaiting ? (
        <p class="hint waits">
          {say({ zh: '異動等待另一位核准。', en: 'A change of it waits for a second person.' })}
        </p>
      ) : null}
      {field.problems.length === 0 ? null : (
        <p class="problem" id={`${field.elementId}-problem`}>
          {field.problems.join(say({ zh: '；', en: '; ' }))}
        </p>
      )}
    </>
  )
}

/** The `aria` attributes of a field's element. */
export function described(field: Field, hint: Meaning | undefined) {
  const ids = [
    ...(hint === undefined ? [] : [`${field.elementId}-hint`]),
    ...(field.problems.length === 0 ? [] : [`${field.elementId}-problem`]),
  ]
  return {
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': field.problems.length === 0 ? undefined : ('true' as const),
    // A disabled field is not sent, so its value stays unchanged.
    disabled: field.isWaiting,
  }
}
