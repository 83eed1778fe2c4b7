import { alarmEvents } from './alarm-events.ts'
import { attemptEvents } from './attempt-events.ts'
import type { LogField, LogValue } from './log-fields.ts'
import { serviceEvents } from './service-events.ts'
/** Every kind of log line of both Workers, by the name in its `event`. `docs/watching.md` lists them. */
export const logEvents = { ...attemptEvents, ...serviceEvents, ...alarmEvents } as const

type Events = typeof logEvents

type EntryOf<Name extends keyof Events> = { readonly event: Name } & {
  readonly [Field in Events[Name]['always'][number]]: LogValue<Field>
} & { readonly [Field in OptionalFieldOf<Events[Name]>]?: LogValue<Field> | null | undefined }

type OptionalFieldOf<Event> = Event extends { readonly sometimes: readonly (infer Field)[] }
  ? Field & LogField
  : never

/**
 * One line of the log. It has no secret, token, signature, e-mail address, telephone number or whole account number.
 */
export type LogEntry = { readonly [Name in keyof Events]: EntryOf<Name> }[keyof Events]
