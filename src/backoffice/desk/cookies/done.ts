import type { CallName } from '../../../contract/back-office/table.ts'

/** What the reader has just done. */
export type Done = {
  readonly call: CallName
  /** The approval that it waits for; null where it was carried out. */
  readonly approval: number | null
  /** Whether it changed what the merchant knows, and the merchant is not told (decisions §6). */
  readonly isUnreported: boolean
}

/** Writes it into a cookie. */
export function doneText({ call, approval, isUnreported }: Done): string {
  if (approval !== null) return `${call}.${approval}`
  return isUnreported ? `${call}.${unreported}` : call
}

/** Reads it; null for anything else. */
export function doneFrom(text: string | undefined, isCall: (name: string) => boolean): Done | null {
  const [, call = '', more] = /^(\w{1,40})(?:\.(\d{1,16}|untold))?$/.exec(text ?? '') ?? []
  if (!isCall(call)) return null
  const isUnreported = more === unreported
  const approval = more === undefined || isUnreported ? null : Number(more)
  return { call: call as CallName, approval, isUnreported }
}

const unreported = 'untold'
