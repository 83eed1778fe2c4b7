import type { Context, MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import { bodyBytesMax } from '../contract/limits.ts'
import {
  ClientGone,
  type FieldProblems,
  invalid,
  invalidFields,
  Refusal,
} from '../contract/refusals.ts'
import { type Meaning, meaningOf, say } from '../units/language.ts'
import { problemLabels } from './problem-labels.ts'
import type { App } from './replies.ts'

/** The paths that take a file, each with the file's limit and the beginning of its media type. */
type FilePaths = readonly {
  readonly path: RegExp
  readonly bytesMax: number
  readonly mediaType: string
}[]

/**
 * Reads the whole body before anything is done, up to its limit: that of a file, if the path takes one. Throws
 * `ClientGone` if the body breaks off.
 */
export function wholeBody(files: FilePaths): MiddlewareHandler<App> {
  return async (c, next) => {
    const { body, headers } = c.req.raw
    const type = headers.get('content-type') ?? ''
    const file = files.find(({ path }) => path.test(c.req.path))
    // A form of 5 MiB without its file could have a million fields.
    const bytesMax = file && type.startsWith(file.mediaType) ? file.bytesMax : bodyBytesMax
    if (Number(headers.get('content-length')) > bytesMax) throw tooLarge(bytesMax)
    if (body !== null) c.req.raw = new Request(c.req.raw, { body: await bytesOf(body, bytesMax) })
    await next()
  }
}

/** The refusal of a body, or of a file, with more bytes than that. */
export function tooLarge(bytesMax: number): Refusal {
  if (bytesMax === bodyBytesMax) return new Refusal('body_too_large')
  const message = say(
    `檔案過大，上限為 ${bytesMax / 1024 / 1024} MiB`,
    `The file is too large; the limit is ${bytesMax / 1024 / 1024} MiB`,
  )
  return new Refusal('body_too_large', { message })
}

async function bytesOf(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const part of body) {
      length += part.length
      if (length > bytesMax) throw tooLarge(bytesMax)
      parts.push(new Uint8Array(part))
    }
  } catch (fault) {
    throw fault instanceof Refusal ? fault : new ClientGone()
  }
  return new Blob(parts)
}

/** Refuses a body of another type: anything but JSON would be read as an empty body, which means the defaults. */
export function requireMediaType(c: Context<App>, wanted: string): void {
  const [mediaType = ''] = (c.req.header('content-type') ?? '').split(';')
  if (mediaType.trim().toLowerCase() === wanted) return
  throw new Refusal('unsupported_media_type', {
    message: say(`請以 ${wanted} 傳送`, `Send it as ${wanted}`),
  })
}

/**
 * The parameters of an address. Read from the URL itself, because the router's reading of it leaves out `__proto__`.
 * Throws `validation_error` for one that is given twice.
 */
export function parametersOf(url: string): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of new URL(url).searchParams) {
    if (values.has(name)) repeated.add(name)
    values.set(name, value)
  }
  if (repeated.size > 0) {
    throw invalidFields(
      Object.fromEntries(
        [...repeated].map((name) => [name, [say('只能傳送一次', 'Must be sent only once')]]),
      ),
    )
  }
  return Object.fromEntries(values)
}

/** The value of a JSON text. Throws `validation_error` for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('body', say('內容不是有效的 JSON', 'Not valid JSON'))
  }
}

/**
 * Reads a value by its schema. Throws `validation_error`, which names each invalid and each unknown field (decisions
 * §9, "What a call does not know"): a misspelt name that was ignored would mean its default.
 */
export function fitting(schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value, { error: problemLabels })
  if (!read.success) throw invalidFields(problemsOf(read.error))
  return read.data
}

function problemsOf(error: z.core.$ZodError): FieldProblems {
  const errors = new Map<string, Meaning[]>()
  const blame = (path: readonly PropertyKey[], problem: Meaning) => {
    const field = path.join('.') || 'body'
    errors.set(field, [...(errors.get(field) ?? []), problem])
  }
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') blame(issue.path, meaningOf(issue.message))
    else
      for (const key of issue.keys)
        blame(
          [...issue.path, key],
          say(
            '沒有這個名稱的參數，請確認拼寫',
            'There is no parameter of this name; check its spelling',
          ),
        )
  }
  return Object.fromEntries(errors)
}
