import type * as z from 'zod'
import type { Language, Meaning } from '../../units/language.ts'
import type { FieldProblems, RefusedAnswer } from '../refusals.ts'
import type { RolesBySetting } from './roles.ts'
import type { ApprovalState } from './states.ts'

/** A call of the back office's JSON API (decisions §9). Its name is that of its handler and of its operation. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `/api`, with the router's parameters: `/merchants/:uid`. */
  readonly path: `/${string}`
  /** Its effect in a sentence. */
  readonly summary: Meaning
  /** Further facts for callers. */
  readonly notes?: Meaning
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** A file in place of a JSON body. */
  readonly file?: { readonly mediaType: string; readonly bytesMax: number }
  /** The status of its answer; 200 if absent. */
  readonly status?: 201 | 202
  /** Its answer: a named schema, or a CSV file. No Worker parses an answer with it; tests do, strictly. */
  readonly answer: z.ZodType | 'csv'
  /** Further statuses with their answers. */
  readonly also?: readonly { readonly status: 200 | 201 | 202; readonly answer: z.ZodType }[]
  /** Present if it may wait for a second person (back office §5): it then answers 202. */
  readonly waits?: true
}

export const get = callBy('GET')
export const post = callBy('POST')
export const put = callBy('PUT')
export const patch = callBy('PATCH')
export const remove = callBy('DELETE')

function callBy<const Method extends Call['method']>(method: Method) {
  return <const Path extends Call['path'], const Rest extends Omit<Call, 'method' | 'path'>>(
    path: Path,
    rest: Rest,
  ): { readonly method: Method; readonly path: Path } & Rest => ({ method, path, ...rest })
}

/** The input of a call: the values in its path, and its parsed query and body. */
export type InputOf<C extends Call> = {
  readonly path: Readonly<Record<PathNames<C['path']>, string>>
  readonly query: C extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  readonly body: C extends { readonly body: infer B extends z.ZodType }
    ? z.output<B>
    : C extends { readonly file: unknown }
      ? Uint8Array
      : undefined
} & Pick<CallInput, 'sent' | 'roles' | 'language' | 'waiting'>

export type CallInput = {
  readonly path: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  /** The body as sent, for an approver; null for none. */
  readonly sent: unknown
  readonly roles: RolesBySetting
  /** The language of a file's reader. */
  readonly language: Language
  /** The body of the waiting call, for an approval. */
  readonly waiting?: WaitingBody
  /** Absent for API calls: the primary answers, so that a program always finds its own writes. */
  readonly page?: PageUse | undefined
}

/** How a page of the desk uses the databases: it reads from replicas that are new enough, or it writes (`acts`). */
export type PageUse =
  | { readonly kind: 'shows'; readonly since: Bookmarks }
  | { readonly kind: 'acts' }

/** The required freshness of reads: a bookmark of D1 by the number of a database, or by `everyDatabase`. */
export type Bookmarks = Readonly<Record<string, string>>

/** The key for each database without its own bookmark. */
export const everyDatabase = 'every'

/** The body of a waiting call, as its schema parses it now, or the reason why it no longer does. */
export type WaitingBody =
  | { readonly kind: 'read'; readonly body: unknown }
  | { readonly kind: 'outdated'; readonly errors: FieldProblems }

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? WithoutPattern<Name> | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? WithoutPattern<Name>
    : never

type WithoutPattern<Name extends string> = Name extends `${infer Plain}{${string}` ? Plain : Name

/** An answer as its view returns it. */
export type AnswerValue<Answer> = Answer extends z.ZodType
  ? Immutable<z.output<Answer>>
  : Answer extends 'csv'
    ? ReadableStream
    : never

/** A view's value, which nobody changes. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T
/** An entrypoint's answer, with refusals as values, because errors lose their class between two Workers. */
export type Answer<Value> = (
  | { readonly ok: true; readonly value: Value }
  // `fault` is the error behind an `internal_error`, or behind `unavailable`: for the log, never for the caller.
  | ({ readonly ok: false; readonly fault?: string } & RefusedAnswer)
) & {
  /** The required freshness of the next page's reads after a write; absent if its outcome is unknown. */
  readonly bookmarks?: Bookmarks
}

/** The outcome of a call that was not refused: carried out, or waiting for a second person (back office §5). */
export type Outcome<Value = object> =
  | {
      readonly kind: 'answered'
      /** The answered call: after an approval the approved one. */
      readonly call: string
      readonly value: Value
      /** The status of this answer, if the call has several. */
      readonly status?: number
    }
  | { readonly kind: 'waiting'; readonly value: WaitingAnswer }

/** The approval that a call waits for. */
export type WaitingAnswer = { readonly approval_id: number; readonly state: ApprovalState }

export type ItemPage<Item> = {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}
