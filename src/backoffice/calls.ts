import type { CallName } from '../contract/back-office/answers/desk-answers.ts'
import type { Call } from '../contract/back-office/calls/call.ts'
import { type Desk, desks } from '../contract/back-office/calls/desks.ts'

/** A call of the table by its name, and the service binding that takes it. */
export type NamedCall = { readonly name: CallName; readonly desk: Desk; readonly call: Call }

/** Every call of the back office. */
export const namedCalls: readonly NamedCall[] = (Object.keys(desks) as Desk[]).flatMap((desk) =>
  Object.entries<Call>(desks[desk]).map(([name, call]) => ({ name: name as CallName, desk, call })),
)

const byName = new Map<string, NamedCall>(namedCalls.map((one) => [one.name, one]))

/** The call of that name; undefined when there is none. */
export function callNamed(name: string): NamedCall | undefined {
  return byName.get(name)
}

/** The status of an answer, by the name of the call that it answers, as `Answer` tells it. */
export function statusOf(as: string | null | undefined, name: string): number {
  // A call that waits for a second person is accepted; an approval is answered as the call that was approved.
  return as === null ? 202 : (byName.get(as ?? name)?.call.status ?? 200)
}

/** Whether each value in the call's path is there and has its form: `:id{[0-9]{1,16}}`, or anything but nothing. */
export function fitsPath({ path }: Call, values: Readonly<Record<string, string>>): boolean {
  return [...path.matchAll(/:(\w+)(?:\{([^/]*)\})?/g)].every(([, name = '', pattern = '[^/]+']) =>
    new RegExp(`^(?:${pattern})$`).test(values[name] ?? ''),
  )
}
