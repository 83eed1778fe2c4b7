import type { Context } from 'hono'
import type { CallName } from '../../contract/back-office/answers/desk-answers.ts'
import type { Answer } from '../../contract/back-office-calls.ts'
import { noParameters } from '../../contract/back-office-calls.ts'
import { Refusal } from '../../contract/refusals.ts'
import { rolesBySetting } from '../access.ts'
import { callNamed, fitsPath, type NamedCall } from '../calls.ts'
import { readValue } from '../guards.ts'
import { type App, answerOfRefusal, settled } from '../replies.ts'
import { bodyOf, formFields, type SentForm, sentForm } from './form-body.ts'
import { languageOf } from './language.ts'
import { requireToken } from './token.ts'

/** What a form asked for, and the answer. */
export type Acted = {
  readonly name: CallName
  /** The id of the form on its page, and the page's address. */
  readonly form: string
  readonly from: string
  readonly sent: SentForm
  readonly path: Readonly<Record<string, string>>
  readonly answer: Answer<object>
}

/**
 * Makes the writing call that a form names, with the form's fields as its body, exactly as the API would: role,
 * parameters, second person. Throws `not_found` for what is no writing call, `forbidden` for a form without the token
 * of its browser.
 */
export async function act(c: Context<App>): Promise<Acted> {
  const named = callNamed(c.req.param('name') ?? '')
  if (named === undefined || named.call.method === 'GET') throw new Refusal('not_found')
  const form = await formOf(c)
  const sent = sentForm(form)
  requireToken(c, sent)
  const file = form.get('file')
  const query = new URL(c.req.url).searchParams
  const given = { path: Object.fromEntries(query), file: file instanceof File ? file : null, sent }
  return {
    ...{ name: named.name, sent, path: given.path },
    form: sent[formFields.form]?.[0] ?? '',
    from: sent[formFields.from]?.[0] ?? '/',
    answer: await answerTo(c, named, given).catch(answerOfRefusal),
  }
}

/** The form of a request. Throws `unsupported_media_type` for a body that is none. */
export async function formOf(c: Context<App>): Promise<FormData> {
  try {
    return await c.req.formData()
  } catch {
    throw new Refusal('unsupported_media_type')
  }
}

type Given = {
  readonly path: Readonly<Record<string, string>>
  readonly file: File | null
  readonly sent: SentForm
}

async function answerTo(
  c: Context<App>,
  { name, desk, call }: NamedCall,
  { path, file, sent }: Given,
): Promise<Answer<object>> {
  const identity = c.get('identity')
  if (!call.roles.includes(identity.role)) throw new Refusal('forbidden')
  if (!fitsPath(call, path)) throw new Refusal('not_found')
  const language = languageOf(c)
  // A file's call takes its options as a query, every other call its fields as its body.
  const fields = bodyOf(sent)
  const options = readAs(call.query ?? noParameters, call.query === undefined ? {} : fields, c)
  const body = call.body === undefined ? undefined : readAs(call.body, fields, c)
  const taken = call.file === undefined ? body : await bytesOf(file, call.file.bytesMax)
  const asked = { ...identity, requestId: c.get('requestId'), approval: null }
  const input = {
    ...{ path, query: call.query === undefined ? undefined : options, body: taken },
    sent: call.body === undefined ? null : fields,
    ...{ roles: rolesBySetting(c.env), language },
  }
  return settled<object>(c, c.env[desk].call(name, asked, input))
}

function readAs(schema: Parameters<typeof readValue>[0], fields: unknown, c: Context<App>) {
  const read = readValue(schema, fields, languageOf(c))
  if (read instanceof Refusal) throw read
  return read.value
}

async function bytesOf(file: File | null, bytesMax: number): Promise<Uint8Array> {
  if (file === null || file.size === 0) {
    throw new Refusal('validation_error', {
      message: '請選擇檔案',
      errors: { file: ['請選擇檔案'] },
    })
  }
  if (file.size > bytesMax) {
    throw new Refusal('body_too_large', {
      message: `檔案過大，上限為 ${bytesMax / 1024 / 1024} MiB`,
    })
  }
  return new Uint8Array(await file.arrayBuffer())
}
