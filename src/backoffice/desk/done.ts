import type { CallName } from '../../contract/back-office/answers/desk-answers.ts'

/** What the reader has just done: the call, and the approval that it waits for if it does. */
export type Done = { readonly call: CallName; readonly approval: number | null }

/** Writes it into a cookie. */
export function doneText({ call, approval }: Done): string {
  return approval === null ? call : `${call}.${approval}`
}

/** Reads it; null for anything else. */
export function doneFrom(text: string | undefined, isCall: (name: string) => boolean): Done | null {
  const [, call = '', approval] = /^(\w{1,40})(?:\.(\d{1,16}))?$/.exec(text ?? '') ?? []
  if (!isCall(call)) return null
  return { call: call as CallName, approval: approval === undefined ? null : Number(approval) }
}
