import type * as z from 'zod'
import type { Language } from '../../../units/language.ts'
import type { Role, RolesBySetting } from '../roles.ts'

/** A call of the back office's JSON API (decisions §9). Its name is that of its handler. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with its values as the router names them: `/merchants/:uid`. */
  readonly path: `/${string}`
  readonly roles: readonly Role[]
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  /** In place of a body of JSON: a file. */
  readonly file?: { readonly mediaType: string; readonly bytesMax: number }
  /** The status of its answer, where that has none of its own; 200 where it is absent. */
  readonly status?: 201 | 202
  /** Its answer is a CSV file, JSON where it is absent. */
  readonly answers?: 'csv'
}

/** Calls by the names of their handlers. */
export type Calls = Readonly<Record<string, Call>>

/** What a call is given: the values in its path, and its query and body as their schemas read them. */
export type InputOf<C extends Call> = {
  readonly path: Readonly<Record<PathNames<C['path']>, string>>
  readonly query: C extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined
  readonly body: C extends { readonly body: infer B extends z.ZodType }
    ? z.output<B>
    : C extends { readonly file: unknown }
      ? Uint8Array
      : undefined
} & Pick<CallInput, 'sent' | 'roles' | 'language'>

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
}

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? WithoutPattern<Name> | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? WithoutPattern<Name>
    : never

type WithoutPattern<Name extends string> = Name extends `${infer Plain}{${string}` ? Plain : Name

export const operators = ['operator'] as const
export const agents = ['operator', 'agent'] as const
export const readers = ['operator', 'auditor'] as const
export const orderReaders = ['operator', 'auditor', 'agent'] as const
export const bridges = ['operator', 'bridge'] as const
export const bridgeReaders = ['operator', 'auditor', 'bridge'] as const
