import type { bridgeCalls } from '../../../contract/back-office/bridge.ts'
import type {
  AnswerOf,
  CallName,
  calls,
  OtherAnswerOf,
} from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import { moneyText } from '../../../units/money.ts'
import type { OutcomeSummary } from '../orders/outcome-summary.ts'
import type { Members } from '../parts/members.tsx'
import type { SubmittedForm } from '../submit-form.ts'

/** The name of a call that people make and that changes something. */
export type WritingCall = Exclude<
  { [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name }[CallName],
  keyof typeof bridgeCalls
>

/** The name of a call that may wait for a second person. */
export type WaitingCall = {
  [Name in CallName]: (typeof calls)[Name] extends { readonly waits: true } ? Name : never
}[CallName]

/** What the desk says and does about a writing call: after it and, if it may wait, before it is approved. */
export type Presentation<Answer> = {
  /** The notice after it. */
  readonly done: Meaning
  /** The same if it changed a reported order without a report to the merchant. */
  readonly doneUnreported?: Meaning
  /** The notice if a detail follows it. */
  readonly doneBefore?: Meaning
  /** The notice for each detail, in place of both. */
  readonly doneByDetail?: Readonly<Record<string, Meaning>>
  /** The detail of its notice: the sum and its member, an account or its state, the held subject, a line. */
  readonly detail?: (answer: Answer, acted: SubmittedForm) => string
  /** The address of the next page, by default that of its form; `approved` is what an approval has carried out. */
  readonly address?: (
    answer: Answer,
    acted: SubmittedForm,
    approved: Presentation<object>,
  ) => string
  /** The outcome of each order, of a call on several. */
  readonly outcomes?: (answer: Answer) => OutcomeSummary
  /** Whether a queue then opens the next order. */
  readonly opensNext?: true
  /** The call that undoes it, after a key was pressed by mistake. */
  readonly undoneBy?: 'takeCollection' | 'takePayout'
  /** The kind of its subject, and the member of its answer that names it: its page is shown after an approval. */
  readonly subject?: readonly [kind: string, member: keyof Answer & string]
} & Partial<WaitingPresentation>

/** What the desk says about a call while it waits for a second person. */
type WaitingPresentation = {
  readonly name: Meaning
  /** Its request in a sentence, and its effect once it is approved. */
  readonly request: (call: CallToApprove) => Meaning
  readonly effect: (call: CallToApprove) => Meaning
  /** The form that makes it, on the page of its subject or on that page. */
  readonly form: (body: Members, path: Members) => readonly [form: string, page?: string]
  /** Whether it books money. */
  readonly booksMoney?: true
}

/** A call as it was made: whom or what it is about, its body, and the order that it moves. */
export type CallToApprove = {
  readonly subject: string
  readonly body: Members
  readonly order: Members
}

/** The presentations by their calls. A call that is missing does not compile. */
export type Presentations = {
  readonly [Name in WritingCall]: Presentation<AnswerOf<Name> | OtherAnswerOf<Name>> &
    (Name extends WaitingCall ? WaitingPresentation : unknown)
}

export function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function money(value: unknown): string {
  const dollars = Number(text(value) === '' ? Number.NaN : value)
  return Number.isFinite(dollars) ? moneyText(dollars) : text(value)
}
