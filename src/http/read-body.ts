import { bodyBytesMax } from '../contract/limits.ts'
import { ClientGone, invalid, Refusal } from '../contract/refusals.ts'
import {
  type BodyFault,
  type OtherBodyFault,
  type Parameter,
  type ReadBody,
  readFormBody,
  readJsonBody,
} from '../signing/parameters.ts'
import { type Meaning, say } from '../units/language.ts'
import { jsonMistakeLabels } from './json-mistake-labels.ts'

/** The parameters of a request's body, in the order sent and by name. */
export type SentBody = {
  readonly format: 'json' | 'form'
  readonly bytes: number
  readonly parameters: readonly Parameter[]
  readonly byName: ReadonlyMap<string, Parameter>
}

/** Makes a body of parameters; `bytes` is its length as sent. */
export function sentBody(
  format: SentBody['format'],
  bytes: number,
  parameters: readonly Parameter[],
): SentBody {
  const byName = new Map<string, Parameter>()
  for (const parameter of parameters) byName.set(parameter.name, parameter)
  return { format, bytes, parameters, byName }
}

/**
 * Reads a body (§1.6) up to its limit, or refuses it: another media type, over 64 KiB, or not one readable object.
 * Throws `ClientGone` if it breaks off.
 */
export async function readBody(request: Request): Promise<SentBody> {
  const format = formatOf(request.headers.get('content-type'))
  const bytes = await bytesOf(request).catch((fault: unknown) => {
    throw fault instanceof Refusal ? fault : new ClientGone()
  })
  const read: ReadBody = format === 'json' ? readJsonBody(bytes) : readFormBody(bytes)
  if (isOfOtherFormat(format, read, bytes)) throw invalid('body', otherFormat[format])
  if (!read.ok) throw refusalOf(read)
  return sentBody(format, bytes.length, read.parameters)
}

// A map, because an object also has inherited names such as `constructor`.
const formats: ReadonlyMap<string, SentBody['format']> = new Map([
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
])

function formatOf(contentType: string | null): SentBody['format'] {
  const [mediaType = ''] = (contentType ?? '').split(';')
  const format = formats.get(mediaType.trim().toLowerCase())
  if (format === undefined) throw unsupported(mediaType)
  return format
}

function unsupported(mediaType: string): Refusal {
  const plain = mediaType.replace(/[^\w!#$&^.+/*-]/g, '').slice(0, 60)
  const { zh, en } =
    plain === '' ? say('沒有收到', 'none was received') : say(`收到 ${plain}`, `received ${plain}`)
  const message = say(
    `請設定 Content-Type：JSON 用 application/json，表單用 application/x-www-form-urlencoded；${zh}`,
    `Set Content-Type: application/json for JSON, application/x-www-form-urlencoded for a form; ${en}`,
  )
  return new Refusal('unsupported_media_type', { message })
}

// JSON posted as a form has no `uid` and would be refused in any case, for fields that its caller did send.
function isOfOtherFormat(format: SentBody['format'], read: ReadBody, bytes: Uint8Array): boolean {
  if (format === 'json') return !read.ok && read.fault === 'not_json' && formHere.test(head(bytes))
  const isSigned = read.ok && read.parameters.some(({ name }) => signers.includes(name))
  return !isSigned && jsonHere.test(head(bytes))
}

const signers = ['uid', 'merchantNo']
const jsonHere = /^\s*[[{]/
const formHere = /^[\w.%+[\]-]+=/

function head(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, headBytes))
}

const headBytes = 256

const otherFormat = {
  form: say(
    '內容是 JSON，但 Content-Type 為 application/x-www-form-urlencoded；請改為 application/json',
    'The body looks like JSON, but Content-Type is application/x-www-form-urlencoded; set it to application/json',
  ),
  json: say(
    '內容是表單，但 Content-Type 為 application/json；請改為 application/x-www-form-urlencoded',
    'The body looks like a form, but Content-Type is application/json; set it to application/x-www-form-urlencoded',
  ),
} as const satisfies Record<SentBody['format'], Meaning>

async function bytesOf(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > bodyBytesMax) throw new Refusal('body_too_large')
  // A body ends at its declared length; only one without is read in parts.
  if (declared !== null) return withinLimit(new Uint8Array(await request.arrayBuffer()))
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.length
    if (length > bodyBytesMax) throw new Refusal('body_too_large')
    parts.push(part)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > bodyBytesMax) throw new Refusal('body_too_large')
  return bytes
}

function refusalOf(read: BodyFault): Refusal {
  if (read.fault === 'duplicate_name') {
    return invalid(
      read.name === '' ? 'body' : read.name,
      say('參數重複出現，請只傳送一次', 'The parameter appears more than once; send it only once'),
    )
  }
  const isJson = read.fault !== 'not_json'
  return invalid('body', isJson ? problems[read.fault] : jsonMistakeLabels(read.mistake))
}

const problems = {
  not_utf8: say('內容必須是有效的 UTF-8', 'The body must be valid UTF-8'),
  not_an_object: say('內容必須是一個 JSON 物件', 'The body must be one JSON object'),
  too_deep: say('巢狀結構不可超過 8 層', 'Objects and arrays may be nested at most 8 levels deep'),
  lone_surrogate: say(
    '字串含有不成對的 \\u 代理字元',
    'A string contains an unpaired \\u surrogate',
  ),
  malformed_form: say('表單內容的 % 編碼有誤', 'The form has invalid % encoding'),
} satisfies Record<OtherBodyFault, Meaning>
