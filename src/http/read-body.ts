import { bodyBytesMax } from '../contract/limits.ts'
import { invalid, invalidFields, Refusal } from '../contract/refusals.ts'
import {
  type BodyFault,
  type Parameter,
  type ReadBody,
  readFormBody,
  readJsonBody,
} from '../signing/parameters.ts'

/** The parameters of a request's body, as sent and in their order; and the same by their names. */
export type SentBody = {
  readonly format: 'json' | 'form'
  readonly bytes: number
  readonly parameters: readonly Parameter[]
  readonly named: ReadonlyMap<string, Parameter>
}

/** A body of these parameters, so many bytes long as it was sent. */
export function sentBody(
  format: SentBody['format'],
  bytes: number,
  parameters: readonly Parameter[],
): SentBody {
  const named = new Map<string, Parameter>()
  for (const parameter of parameters) named.set(parameter.name, parameter)
  return { format, bytes, parameters, named }
}

/**
 * Reads a body (§1.6) up to its limit, or refuses it: another media type, over 64 KiB, not one readable object.
 */
export async function readBody(request: Request): Promise<SentBody> {
  const format = formatOf(request.headers.get('content-type'))
  const bytes = await bytesOf(request)
  const read: ReadBody = format === 'json' ? readJsonBody(bytes) : readFormBody(bytes)
  if (!read.ok) throw refusalOf(read)
  return sentBody(format, bytes.length, read.parameters)
}

// A map, not an object: `constructor` is a media type that nobody has.
const formats: ReadonlyMap<string, SentBody['format']> = new Map([
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
])

function formatOf(contentType: string | null): SentBody['format'] {
  const [mediaType = ''] = (contentType ?? '').split(';')
  const format = formats.get(mediaType.trim().toLowerCase())
  if (format === undefined) throw new Refusal('unsupported_media_type')
  return format
}

async function bytesOf(request: Request): Promise<Uint8Array> {
  const told = request.headers.get('content-length')
  if (Number(told) > bodyBytesMax) throw new Refusal('body_too_large')
  // No more than was told can come; only a body of untold length is read by parts.
  if (told !== null) return withinLimit(new Uint8Array(await request.arrayBuffer()))
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.length
    if (length > bodyBytesMax) throw new Refusal('body_too_large')
    parts.push(part)
  }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > bodyBytesMax) throw new Refusal('body_too_large')
  return bytes
}

function refusalOf({ fault, name }: BodyFault): Refusal {
  if (fault === 'duplicate_name') {
    const problem = '參數重複出現,請只傳送一次'
    return name === undefined || name === '' ? invalid('body', problem) : invalid(name, problem)
  }
  return invalidFields({ body: [problems[fault]] })
}

const problems = {
  not_utf8: '內容必須是有效的 UTF-8',
  not_json: '內容不是有效的 JSON',
  not_an_object: '內容必須是一個 JSON 物件',
  too_deep: '巢狀結構不可超過 8 層',
  lone_surrogate: '字串含有不成對的 \\u 代理字元',
  malformed_form: '表單內容的 % 編碼有誤',
} satisfies Record<Exclude<BodyFault['fault'], 'duplicate_name'>, string>
