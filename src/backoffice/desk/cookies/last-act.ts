import type { CallName } from '../../../contract/back-office/table.ts'

/** The reader's last act. */
export type LastAct = {
  readonly call: CallName
  /** The approval that it waits for; null where it was carried out. */
  readonly approval: number | null
  /** Whether it changed a reported order without a new report to the merchant (decisions §6). */
  readonly isUnreported: boolean
  /** The order that it was done to, where a queue goes on to the next one, or where it can be undone. */
  readonly order: string | null
  /** The detail of the act: an account, the held subject, the new state. */
  readonly detail: string
  /** The name of the order. */
  readonly name: string
}

/** By call: the call that undoes it at once, where a key pressed by mistake has made it. */
export const undoneBy: Partial<Record<CallName, 'takeCollection' | 'takePayout'>> = {
  releaseCollection: 'takeCollection',
  releasePayout: 'takePayout',
}

/** Writes it into a cookie. */
export function doneText({ call, approval, isUnreported, order, detail, name }: LastAct): string {
  const more = approval ?? (isUnreported ? unreported : '')
  return [call, more, order ?? '', detail.replaceAll('.', dot).slice(0, detailMax), name].join('.')
}

/** Reads it; null for anything else. */
export function doneFrom(
  text: string | undefined,
  isCall: (name: string) => boolean,
): LastAct | null {
  const [, call = '', more = '', order = '', detail = '', name = ''] =
    pattern.exec(text ?? '') ?? []
  if (!isCall(call)) return null
  const isUnreported = more === unreported
  const approval = more === '' || isUnreported ? null : Number(more)
  return {
    call: call as CallName,
    approval,
    isUnreported,
    order: order === '' ? null : order,
    detail: detail.replaceAll(dot, '.'),
    name,
  }
}

// It stands for a dot, because dots separate the parts of the text.
const dot = '\t'

const unreported = 'untold'
const detailMax = 80
const pattern = /^(\w{1,40})\.(\d{1,16}|untold|)\.(\w{0,40})\.([^.]{0,80})\.(.{0,200})$/
