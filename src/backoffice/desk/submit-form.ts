import type { Context } from 'hono'
import type { Answer, Call, Outcome } from '../../contract/back-office/call.ts'
import { type CallName, calls, isCallName } from '../../contract/back-office/table.ts'
import { noParameters } from '../../contract/back-office/values.ts'
import { invalid, Refusal } from '../../contract/refusals.ts'
import { say } from '../../units/language.ts'
import { rolesBySetting } from '../access.ts'
import { callAs } from '../call.ts'
import { tooLarge } from '../guards.ts'
import { type App, answerOfRefusal } from '../replies.ts'
import { bodyOf, formFields, type SentForm, sentForm, valuesBefore } from './form-body.ts'
import { requireKnownNames } from './known-names.ts'
import { askOf } from './make-desk.ts'
import { requireToken } from './token.ts'

/** A submitted form of the desk: its call, its fields, and the answer. */
export type SubmittedForm = {
  readonly name: CallName
  /** The form's id on its page, and the page's address. */
  readonly form: string
  readonly from: string
  readonly sent: SentForm
  readonly path: Readonly<Record<string, string>>
  /** The beginning of its file, as UTF-8; empty without a file. */
  readonly fileStart: string
  readonly answer: Answer<Outcome>
}

/**
 * Makes the writing call that a form names, with the form's fields as its body and the checks of the API: role,
 * parameters, second person. Throws `not_found` for any other call, `forbidden` for a form without the token of its
 * browser.
 */
export async function submitForm(c: Context<App>): Promise<SubmittedForm> {
  const name = c.req.param('name') ?? ''
  if (!isCallName(name)) throw new Refusal('not_found')
  const call: Call = calls[name]
  if (call.method === 'GET') throw new Refusal('not_found')
  const form = await formOf(c)
  const sent = sentForm(form)
  requireToken(c, sent)
  const path = Object.fromEntries(new URL(c.req.url).searchParams)
  const page = { kind: 'acts' } as const
  const read = async () => {
    requireFields(sent)
    if (call.file === undefined) {
      const body = bodyOf(sent, call.body ?? noParameters)
      const register = { ask: askOf(c), roles: rolesBySetting(c.env) }
      await requireKnownNames(register, name, { body, former: valuesBefore(sent) })
      return { query: {}, body }
    }
    // A file's call takes its options as a query.
    const query = bodyOf(sent, call.query ?? noParameters)
    return { query, body: await bytesOf(form.get('file'), call.file.bytesMax) }
  }
  return {
    name,
    sent,
    path,
    fileStart: await startOf(form.get('file')),
    form: sent[formFields.form]?.[0] ?? '',
    from: sent[formFields.from]?.[0] ?? '/',
    answer: await callAs(c, name, { path, read, page }).catch(answerOfRefusal),
  }
}

/** The form of a request. Throws `unsupported_media_type` for any other body. */
export async function formOf(c: Context<App>): Promise<FormData> {
  try {
    return await c.req.formData()
  } catch {
    throw new Refusal('unsupported_media_type')
  }
}

// The fields that a page requires with a chosen transaction, though the API does not.
function requireFields({ [formFields.required]: required = [], ...sent }: SentForm): void {
  for (const fieldAndTransaction of required) {
    const [field = '', id = ''] = fieldAndTransaction.split(' ')
    if (!sent.bank_transactions?.includes(id) || sent[field]?.some((text) => text.trim() !== ''))
      continue
    throw invalid(field, say('請先回答', 'Please answer this first'))
  }
}

async function bytesOf(file: File | string | null, bytesMax: number): Promise<Uint8Array> {
  if (!(file instanceof File) || file.size === 0) {
    throw invalid('file', say('請選擇檔案', 'Choose a file'))
  }
  if (file.size > bytesMax) throw tooLarge(bytesMax)
  return new Uint8Array(await file.arrayBuffer())
}

async function startOf(file: File | string | null): Promise<string> {
  return file instanceof File ? file.slice(0, fileStartMax).text() : ''
}

const fileStartMax = 400
