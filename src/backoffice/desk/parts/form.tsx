import type { Child } from 'hono/jsx'
import { problemsIn } from '../../../contract/refusals.ts'
import type { Meaning, Say } from '../../../units/language.ts'
import type { WritingCall } from '../calls/presentation.ts'
import { createContext } from '../context.tsx'
import { useDesk } from '../desk.ts'
import { formFields, type SentForm } from '../form-body.ts'
import { withLabels } from '../labels/refusal-labels.ts'
import {
  membersIn,
  type SameAct,
  StillWaiting,
  useSecondPerson,
  useWaiting,
} from '../second-person/waiting.tsx'
import { ButtonReasons, type LiveTexts } from './forms/button-reasons.tsx'
import { Key } from './key.tsx'
import { UnbrokenText } from './values.tsx'

type ActFormProps = {
  /** Unique on its page. */
  readonly id: string
  /** The call that it makes, and the values of the call's path. */
  readonly call: WritingCall
  readonly path?: Readonly<Record<string, string | number>>
  readonly button: Meaning
  /** The consequence, and for whom, if it cannot be undone. */
  readonly warning?: Meaning
  /** The texts of its button and warning for the current choice, set by the script; the plain ones suit any choice. */
  readonly live?: LiveTexts
  /** Whether it waits for a second person if calls do; or which part of it does. */
  readonly needsSecond?: boolean | Meaning | SecondByProof
  /** Why its button is disabled, for any choice. */
  readonly barred?: Meaning | undefined
  /** Which waiting calls are this form's act, if a page has several forms of one call; by default all are. */
  readonly isSame?: SameAct
  /** Whether it can be sent again while an earlier call waits, because each is another act. */
  readonly isAnother?: boolean
  readonly tone?: 'plain' | 'danger' | 'quiet'
  readonly hotkey?: string
  /** Present for a folded form: its name, by default the button's, and whether it is unfolded at first. */
  readonly folded?: { readonly title?: Meaning; readonly open?: boolean }
  /** A field that this button sends, and no other button of the form. */
  readonly sends?: { readonly name: string; readonly value: string }
  /** The present values of its fields: an unchanged field is not sent. */
  readonly was?: Readonly<Record<string, string>>
  readonly children?: Child
}

/**
 * The texts on a second person, if the chosen bank transaction decides whether the act needs one: with a transaction,
 * without one, and for both, because without scripts no form can tell.
 */
export type SecondByProof = Readonly<Record<'proven' | 'unproven' | 'either', Meaning>>

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

function OpenForm(props: Omit<ActFormProps, 'folded'>) {
  const { id, call, path = {}, button, warning, live, needsSecond = false, was, children } = props
  const { say, attempt } = useDesk()
  const values = Object.entries(path).map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(values).toString()
  const isRefused = attempt?.form === id
  const again = isRefused
    ? { sent: attempt.sent, errors: problemsIn(inDeskWords(say), attempt.refused?.errors ?? {}) }
    : null
  const { tone = 'plain', hotkey, sends, isAnother = false, barred } = props
  const same = useWaiting(call, path, props.isSame)
  const waiting = membersIn(same)
  const isPart = was !== undefined && !Object.keys(was).every((one) => waiting.has(one))
  const [first] = same
  if (first !== undefined && !isPart && !isAnother) return <StillWaiting id={id} approval={first} />
  return (
    <FormContext.Provider value={{ id, again, was: was ?? {}, waiting: isPart ? waiting : none }}>
      <form
        id={id}
        class="act"
        data-again={again === null ? undefined : ''}
        data-counts={live === undefined ? undefined : JSON.stringify(live.counts ?? {})}
        method="post"
        action={query === '' ? `/acts/${call}` : `/acts/${call}?${query}`}
        enctype={call === 'importStatement' ? 'multipart/form-data' : undefined}
      >
        <FormFields form={id} />
        {was === undefined ? null : (
          <input type="hidden" name={formFields.was} value={JSON.stringify(was)} />
        )}
        {children}
        <div class="act-bar">
          <Consequence warning={warning} live={live} needsSecond={needsSecond} />
          <p class="buttons">
            <button
              type="submit"
              class={tone === 'plain' ? 'button' : `button ${tone}`}
              data-key={hotkey}
              {...sends}
              disabled={barred !== undefined}
            >
              <span
                data-live={live && say(live.button)}
                data-live-other={live?.buttonOfOther && say(live.buttonOfOther)}
              >
                {say(button)}
              </span>
              {hotkey === undefined ? null : <Key name={hotkey} />}
            </button>{' '}
            {barred !== undefined ? (
              <span class="hint" data-barred>
                {say(barred)}
              </span>
            ) : live === undefined ? null : (
              <ButtonReasons {...live} />
            )}
          </p>
        </div>
      </form>
    </FormContext.Provider>
  )
}

const none: ReadonlySet<string> = new Set()

// The consequences of sending a form, in one box.
function Consequence({ warning, live, needsSecond }: ConsequenceProps) {
  const { say } = useDesk()
  const { on } = useSecondPerson()
  const needed = on && needsSecond
  const second = needed === true ? takesSecond : needed || undefined
  const form = FormContext.read().id
  if (warning === undefined && second === undefined) return null
  return (
    <p class="warning">
      {warning === undefined ? null : (
        <span data-live={live && say(live.warning)} aria-live={live && 'polite'}>
          <UnbrokenText text={say(warning)} />
        </span>
      )}{' '}
      {second === undefined ? null : 'either' in second ? (
        <BySecond form={form} texts={second} />
      ) : (
        <span class="second">{say(second)}</span>
      )}
    </p>
  )
}

/** The notices on a form's present choice, which the script shows inside the form or above it. */
export function BySecond({ form, texts }: { form: string; texts: SecondByProof }) {
  const { say } = useDesk()
  return (
    <span
      class="second"
      data-second-of={form}
      data-proven={say(texts.proven)}
      data-unproven={say(texts.unproven)}
    >
      {say(texts.either)}
    </span>
  )
}

type ConsequenceProps = {
  readonly warning: Meaning | undefined
  readonly live: LiveTexts | undefined
  readonly needsSecond: boolean | Meaning | SecondByProof
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

/** A folded form: closed at first, unless it is `open` or was refused. Works without scripts. */
export function Disclosed({
  id,
  title,
  hotkey,
  open = false,
  children,
}: {
  id: string
  title: Meaning
  hotkey?: string | undefined
  open?: boolean
  children: Child
}) {
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
  readonly was: Readonly<Record<string, string>>
  /** The fields whose change waits for a second person. */
  readonly waiting: ReadonlySet<string>
}

const FormContext = createContext<FormState>({ id: '', again: null, was: {}, waiting: none })

/** The state of a field in its form: the typed value, its problems, and the id of its element. */
export function useField(name: string, value: string | undefined) {
  const { id, again, was, waiting } = FormContext.read()
  const problems = Object.entries(again?.errors ?? {})
    .filter(([field]) => field === name || field.startsWith(`${name}.`))
    .flatMap(([, some]) => some)
  const typed = again?.sent[name]
  return {
    elementId: `${id}-${name}`.replaceAll('.', '-'),
    /** Whether the form was refused and shows the typed values. */
    isAgain: again !== null,
    typed,
    value: typed === undefined ? (value ?? was[name] ?? '') : (typed.at(-1) ?? ''),
    problems,
    /** Whether its change waits for a second person, so that it is not offered. */
    isWaiting: waiting.has(name),
  }
}

/** Fields that must be filled in if one of these transactions is chosen. */
export function RequiredFields({
  fields,
  transactions,
}: {
  fields: readonly string[]
  transactions: readonly { id: number }[]
}) {
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
