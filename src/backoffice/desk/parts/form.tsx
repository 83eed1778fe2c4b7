import type { Child } from 'hono/jsx'
import { problemsIn } from '../../../contract/refusals.ts'
import type { Meaning, Say } from '../../../units/language.ts'
import {
  membersIn,
  type SameCall,
  StillWaiting,
  useSecondPerson,
  useWaiting,
} from '../approvals/waiting-approvals.tsx'
import type { LiveTexts } from '../browser/live-form.ts'
import type { WritingCall } from '../calls/presentation.ts'
import { createContext } from '../context.tsx'
import { useDesk } from '../desk.ts'
import { formFields, type SentForm } from '../form-body.ts'
import { withLabels } from '../labels/refusal-labels.ts'
import { ButtonReasons, type FormChoice } from './button-reasons.tsx'
import { Key } from './key.tsx'
import { UnbrokenText } from './values.tsx'

/** A form's act: its call, its button, and what a reader has to know before pressing it. */
type ActFormProps = {
  /** Unique on its page. */
  readonly id: string
  /** The call that it makes, and the values of the call's path. */
  readonly call: WritingCall
  readonly path?: Readonly<Record<string, string | number>>
  readonly button: Meaning
  /** A field that this button sends, and no other button of the form. */
  readonly buttonField?: { readonly name: string; readonly value: string }
  /** The consequence, and for whom, if it cannot be undone. */
  readonly warning?: Meaning
  /** The texts for the current choice, shown by the script; the plain ones suit any choice. */
  readonly choice?: FormChoice
  /** Which of its calls wait for a second person; none by default. */
  readonly second?: SecondPersonRule | undefined
  /** Why its button is disabled, for any choice. */
  readonly disabledReason?: Meaning | undefined
  /** Which waiting calls are this form's act, if a page has several forms of one call; by default all are. */
  readonly isSameCall?: SameCall
  /** Whether it is offered while an earlier call waits, because each call is an act of its own. */
  readonly isRepeatable?: boolean
  readonly tone?: 'plain' | 'danger' | 'quiet'
  readonly hotkey?: string
  /** Present for a folded form: its name, by default the button's, and whether it is unfolded at first. */
  readonly folded?: { readonly title?: Meaning; readonly open?: boolean }
  /** The values of its fields at first: an unchanged field is not sent. */
  readonly initialValues?: Readonly<Record<string, string>>
  readonly children?: Child
}

/** Which calls of a form wait for another operator's approval, while approvals are on. */
export type SecondPersonRule =
  | { readonly kind: 'never' }
  /** Every call. */
  | { readonly kind: 'always' }
  /** Calls with some values of its fields, which the text names. */
  | { readonly kind: 'part'; readonly text: Meaning }
  /** Calls without a bank transaction. */
  | { readonly kind: 'by_proof'; readonly texts: ProofTexts }

/** The texts with a chosen transaction, without one, and for both, because without scripts no form can tell. */
export type ProofTexts = Readonly<Record<'proven' | 'unproven' | 'either', Meaning>>

/** The rule of a form whose calls wait either all or not at all. */
export function secondIf(isNeeded: boolean): SecondPersonRule {
  return { kind: isNeeded ? 'always' : 'never' }
}

/**
 * A form that makes a call of the API, with fields named as `bodyOf` reads them. Complete without scripts. It is not
 * offered while its act waits for a second person; in a form of many fields those that wait are not.
 */
export function ActForm({ folded, ...props }: ActFormProps) {
  if (folded === undefined) return <OpenForm {...props} />
  const { hotkey, ...form } = props
  return (
    <Disclosed id={form.id} title={form.button} hotkey={hotkey} {...folded}>
      <OpenForm {...form} />
    </Disclosed>
  )
}

type OpenFormProps = Omit<ActFormProps, 'folded'>

function OpenForm(props: OpenFormProps) {
  const { id, call, path = {}, choice, initialValues, children } = props
  const { say, attempt } = useDesk()
  const values = Object.entries(path).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(values).toString()
  const isRefused = attempt?.form === id
  const again = isRefused
    ? { sent: attempt.sent, errors: problemsIn(inDeskWords(say), attempt.refused?.errors ?? {}) }
    : null
  const same = useWaiting(call, path, props.isSameCall)
  const waiting = membersIn(same)
  const isPart =
    initialValues !== undefined && !Object.keys(initialValues).every((one) => waiting.has(one))
  const [first] = same
  if (first !== undefined && !isPart && !props.isRepeatable) {
    return <StillWaiting id={id} approval={first} />
  }
  const state = { id, again, initialValues: initialValues ?? {}, waiting: isPart ? waiting : none }
  return (
    <FormContext.Provider value={state}>
      <form
        id={id}
        class="act"
        data-again={again === null ? undefined : ''}
        data-choice={choice && JSON.stringify(choice.terms ?? {})}
        method="post"
        action={query === '' ? `/acts/${call}` : `/acts/${call}?${query}`}
        enctype={call === 'importStatement' ? 'multipart/form-data' : undefined}
      >
        <FormFields form={id} />
        {initialValues === undefined ? null : (
          <input type="hidden" name={formFields.was} value={JSON.stringify(initialValues)} />
        )}
        {children}
        <div class="act-bar">
          <Consequence {...props} />
          <ActButton {...props} />
        </div>
      </form>
    </FormContext.Provider>
  )
}

const none: ReadonlySet<string> = new Set()

function ActButton({
  id,
  button,
  buttonField,
  choice,
  disabledReason,
  tone = 'plain',
  hotkey,
}: OpenFormProps) {
  const { say } = useDesk()
  return (
    <p class="buttons">
      <button
        type="submit"
        class={tone === 'plain' ? 'button' : `button ${tone}`}
        data-key={hotkey}
        {...buttonField}
        disabled={disabledReason !== undefined}
      >
        <span
          data-texts={
            choice &&
            liveTexts({
              form: id,
              chosen: say(choice.button),
              otherPayer: choice.buttonOfOther && say(choice.buttonOfOther),
            })
          }
        >
          {say(button)}
        </span>
        {hotkey === undefined ? null : <Key name={hotkey} />}
      </button>{' '}
      {disabledReason !== undefined ? (
        <span class="hint unavailable">{say(disabledReason)}</span>
      ) : choice === undefined ? null : (
        <ButtonReasons {...choice} />
      )}
    </p>
  )
}

// The consequences of sending a form, in one box.
function Consequence({ id, warning, choice, second }: OpenFormProps) {
  const { say } = useDesk()
  const { on } = useSecondPerson()
  const rule = on && second?.kind !== 'never' ? second : undefined
  if (warning === undefined && rule === undefined) return null
  return (
    <p class="warning">
      {warning === undefined ? null : (
        <span
          data-texts={choice && liveTexts({ form: id, chosen: say(choice.warning) })}
          aria-live={choice && 'polite'}
        >
          <UnbrokenText text={say(warning)} />
        </span>
      )}{' '}
      {rule === undefined ? null : rule.kind === 'by_proof' ? (
        <SecondByProof form={id} texts={rule.texts} />
      ) : (
        <span class="second">{say(rule.kind === 'part' ? rule.text : takesSecond)}</span>
      )}
    </p>
  )
}

const liveTexts = (texts: LiveTexts) => JSON.stringify(texts)

/** Whether the present choice of a form waits for a second person, said inside the form or above it. */
export function SecondByProof({ form, texts }: { form: string; texts: ProofTexts }) {
  const { say } = useDesk()
  return (
    <span
      class="second"
      data-texts={liveTexts({ form, proven: say(texts.proven), unproven: say(texts.unproven) })}
    >
      {say(texts.either)}
    </span>
  )
}

/** The text of an act that waits for a second person. */
export const takesSecond: Meaning = {
  zh: '須由另一位營運人員核准後才會生效。',
  en: 'It takes effect only once another operator has approved it.',
}

// Problems name members of the body as the API does.
const inDeskWords =
  (say: Say): Say =>
  (meaning) =>
    withLabels(say(meaning), say)

type DisclosedProps = {
  readonly id: string
  readonly title: Meaning
  readonly hotkey?: string | undefined
  readonly open?: boolean
  readonly children: Child
}

/** A folded form: closed at first, unless it is `open` or was refused. Works without scripts. */
export function Disclosed({ id, title, hotkey, open = false, children }: DisclosedProps) {
  const { say, attempt } = useDesk()
  return (
    <details
      class="act"
      open={attempt?.form === id || (open && attempt === null)}
      id={`${id}-open`}
    >
      <summary data-key={hotkey}>
        {say(title)}
        {hotkey === undefined ? null : <Key name={hotkey} />}
      </summary>
      {children}
    </details>
  )
}

/** A value from the server that the form keeps after a refusal, because the same call may be sent again. */
export function StickyHiddenField({ name, value }: { name: string; value: string }) {
  const field = useField(name, value)
  return <input type="hidden" name={name} value={field.value} />
}

type FormState = {
  readonly id: string
  /** Present after a refusal: the typed values, and the problems by the names of the body's members. */
  readonly again: {
    readonly sent: SentForm
    readonly errors: Readonly<Record<string, readonly string[]>>
  } | null
  readonly initialValues: Readonly<Record<string, string>>
  /** The fields whose change waits for a second person. */
  readonly waiting: ReadonlySet<string>
}

const FormContext = createContext<FormState>({
  id: '',
  again: null,
  initialValues: {},
  waiting: none,
})

/** The state of a field in its form: the typed value, its problems, and the id of its element. */
export function useField(name: string, value: string | undefined) {
  const { id, again, initialValues, waiting } = FormContext.read()
  const problems = Object.entries(again?.errors ?? {})
    .filter(([field]) => field === name || field.startsWith(`${name}.`))
    .flatMap(([, some]) => some)
  const typed = again?.sent[name]
  return {
    elementId: `${id}-${name}`.replaceAll('.', '-'),
    /** Whether the form was refused and shows the typed values. */
    isAgain: again !== null,
    typed,
    value: typed === undefined ? (value ?? initialValues[name] ?? '') : (typed.at(-1) ?? ''),
    problems,
    /** Whether its change waits for a second person, so that it is not offered. */
    isWaiting: waiting.has(name),
  }
}

type RequiredFieldsProps = {
  readonly fields: readonly string[]
  readonly transactions: readonly { id: number }[]
}

/** Fields that must be filled in if one of these transactions is chosen. */
export function RequiredFields({ fields, transactions }: RequiredFieldsProps) {
  return (
    <>
      {transactions.flatMap(({ id }) =>
        fields.map((field) => (
          <input type="hidden" name={formFields.required} value={`${field} ${id}`} />
        )),
      )}
    </>
  )
}

/** The hidden fields of every form: the token, its page, and its id. */
export function FormFields({ form, at }: { form?: string; at?: string }) {
  const { token, address } = useDesk()
  return (
    <>
      <input type="hidden" name={formFields.token} value={token} />
      <input type="hidden" name={formFields.from} value={at ?? address} />
      {form === undefined ? null : <input type="hidden" name={formFields.form} value={form} />}
    </>
  )
}
