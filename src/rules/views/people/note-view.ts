import { secondsToTaipei } from '../../../units/taipei-time.ts'

/** A note on an order, as the journal keeps it. `at` is in UTC seconds. */
export type Note = {
  readonly id: number
  readonly at: number
  readonly actor: string
  readonly after: Readonly<Record<string, unknown>> | null
}

/** A note on an order: when, by whom, and what. */
export function noteView({ id, at, actor, after }: Note) {
  return { id, at: secondsToTaipei(at), by: actor, text: String(after?.text ?? '') }
}
