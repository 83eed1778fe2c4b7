import type * as z from 'zod'
import type { Language, Meaning } from '../../units/language.ts'
import type { FieldProblems, RefusedAnswer } from '../refusals.ts'
import type { Role, RolesBySetting } from './roles.ts'
import type { ApprovalState } from './states.ts'

/** A call of the back office's JSON API (decisions §9). Its name is that of its handler and of its operation. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with its values as the router names them: `/merchants/:uid`. */
  readonly path: `/${string}`
  readonly roles: readonly Role[]
  /** What it does, in a sentence. */
  readonly summary: Meaning
  /** What a caller has to know beside its schemas. */
  readonly notes?: Meaning
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** In place of a body of JSON: a file. */
  readonly file?: { readonly mediaType: string; readonly bytesMax: number }
  /** The status of its answer; 200 where it is absent. */
  readonly status?: 201 | 202
  /** Its answer: a schema with a name, or a CSV file. No Worker reads an answer by it; tests do, strictly. */
  readonly answer: z.ZodType | 'csv'
  /** Other statuses that it may answer with, and what. */
  readonly also?: readonly { readonly status: 200 | 201 | 202; readonly answer: z.ZodType }[]
  /** Present where it may wait for a second person (back office §5): it then answers 202. */
  readonly waits?: true
}

/** A call that reads. */
export const get = callBy('GET')
/** Calls that write. */
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

/** What a call is given: the values in its path, and its query and body as their schemas read them. */
export type InputOf<C extends Call> = {
  readonly path: Readonly<Record<PathNames<C['path']>, string>>
  readonly query: C extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  readonly body: C extends { readonly body: infer B extends z.ZodType }
    ? z.output<B>
    : C extends { readonly file: unknown }
      ? Uint8Array
      : undefined
} & Pick<CallInput, 'sent' | 'roles' | 'language' | 'waiting'>

/** The input of any call. */
export type CallInput = {
  readonly path: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  /** The body as it was sent, for whoever approves the call; null where there is none. */
  readonly sent: unknown
  readonly roles: RolesBySetting
  /** What the reader of a file reads. */
  readonly language: Language
  /** Of an approval: the body of the call that waits. */
  readonly waiting?: WaitingBody
  /** Absent where the API is called: the primary answers, so that a program always finds what it has written. */
  readonly page?: PageUse | undefined
}

/** How a page of the desk uses the databases: it shows what replicas may tell that are new enough, or it acts. */
export type PageUse =
  | { readonly kind: 'shows'; readonly since: Bookmarks }
  | { readonly kind: 'acts' }

/** How new what is read has to be: a bookmark of D1 by the number of a database, or by `everyDatabase`. */
export type Bookmarks = Readonly<Record<string, string>>

/** Of each database that has no bookmark of its own. */
export const everyDatabase = 'every'

/** The body of a call that waits for a second person, as its schema reads it now, or what of it fits no more. */
export type WaitingBody =
  | { readonly kind: 'read'; readonly body: unknown }
  | { readonly kind: 'outdated'; readonly errors: FieldProblems }

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? WithoutPattern<Name> | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? WithoutPattern<Name>
    : never

type WithoutPattern<Name extends string> = Name extends `${infer Plain}{${string}` ? Plain : Name

/** An answer as its view gives it. */
export type AnswerValue<Answer> = Answer extends z.ZodType
  ? Immutable<z.output<Answer>>
  : Answer extends 'csv'
    ? ReadableStream
    : never

/** A value as a view gives it: nobody changes it. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T
/** An entrypoint's answer. Refusals are values in it, because errors lose their class between two Workers. */
export type Answer<Value> = (
  | { readonly ok: true; readonly value: Value }
  // `fault` is the error behind an `internal_error`, or behind `unavailable`: for the log, never for the caller.
  | ({ readonly ok: false; readonly fault?: string } & RefusedAnswer)
) & {
  /** After a page's act: how new the next page has to be; absent where its end is not known. */
  readonly bookmarks?: Bookmarks
}

/** What became of a call that was not refused: it was carried out, or waits for a second person (back office §5). */
export type Outcome<Value = object> =
  | {
      readonly kind: 'answered'
      /** The call that this answers: after an approval the one that was approved. */
      readonly call: string
      readonly value: Value
      /** That of this very answer, where the call has several. */
      readonly status?: number
    }
  | { readonly kind: 'waiting'; readonly value: Waiting }

/** The approval that a call waits for. */
export type Waiting = { readonly approval_id: number; readonly state: ApprovalState }

/** One page of a list. */
export type ListPage<Item> = {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}
