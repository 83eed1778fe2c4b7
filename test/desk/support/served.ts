import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { answered } from './shop.ts'

/** A page as the Worker answers it. */
export type ServedPage = {
  readonly status: number
  readonly html: string
  /** Where a redirect leads; null for a page. */
  readonly location: string | null
  /** What forms of this browser carry, and the cookie that says so. */
  readonly token: string
  readonly cookie: string
}

/**
 * Opens an address of the back office as somebody, without a browser. Redirects are not followed. A file is asked for
 * until no export of another test is in the way: one runs a person, and three in all (back office §7).
 */
export async function served(actor: string, to: string, language = 'zh-TW'): Promise<ServedPage> {
  const ask = () =>
    fetch(inject('deskUrl') + to, {
      headers: { 'x-local-actor': actor, 'accept-language': language, accept: 'text/html' },
      redirect: 'manual',
    })
  let answer = await answered(ask)
  while (to.includes('.csv') && answer.status === 429) {
    await answer.body?.cancel()
    await setTimeout(100)
    answer = await answered(ask)
  }
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return {
    status: answer.status,
    html: await answer.text(),
    location: answer.headers.get('location'),
    token: cookie.split('=')[1] ?? '',
    cookie,
  }
}

/** Sends a form of a page as somebody; a field that is given as a list has several values. */
export async function sendForm(
  actor: string,
  to: string,
  { token, cookie }: Pick<ServedPage, 'token' | 'cookie'>,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(inject('deskUrl') + to, {
    method: 'POST',
    headers: { 'x-local-actor': actor, cookie, accept: 'text/html' },
    body: new URLSearchParams({ _token: token, _from: '/', ...fields }),
    redirect: 'manual',
  })
}

/** The addresses of the page's links to pages and files of the back office, each once. */
export function linksOf({ html }: ServedPage): readonly string[] {
  const found = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => href)
  return [...new Set(found.map(unescaped))]
}

/** A form that makes a call of the API: the call’s name, the values of its path, and the names of its fields. */
export type ServedForm = {
  readonly call: string
  readonly path: Readonly<Record<string, string>>
  readonly fields: readonly string[]
}

/** The page's forms that make calls. */
export function formsOf({ html }: ServedPage): readonly ServedForm[] {
  return [
    ...html.matchAll(/\b(?:form)?action="\/acts\/([^"?]*)(?:\?([^"]*))?"(.*?)(?:<\/form>|$)/gs),
  ].map(([, call = '', query = '', content = '']) => ({
    call,
    path: Object.fromEntries(new URLSearchParams(unescaped(query))),
    fields: [...content.matchAll(/<(?:input|select|textarea|button)\b[^>]*? name="([^_"][^"]*)"/g)]
      .map(([, name = '']) => unescaped(name))
      // A file comes beside the fields.
      .filter((name) => name !== 'file'),
  }))
}

/** A form with an id: its address, and the names of its fields that somebody types into. */
type TypedForm = { readonly action: string; readonly id: string; readonly typed: readonly string[] }

/** The page's forms that make calls, with what is typed into each. */
export function fieldsOfForms({ html }: ServedPage): readonly TypedForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, head = '', content = '']) => {
      const [, action] = /\saction="(\/acts\/[^"]*)"/.exec(head) ?? []
      const [, id] = /\sid="([^"]*)"/.exec(head) ?? []
      if (action === undefined || id === undefined) return []
      const fields = content.matchAll(
        /<(?:textarea|input(?=[^>]* type="(?:text|url|email)"))\b[^>]*>/g,
      )
      const names = [...fields].map(([field]) => /\sname="([^_"][^"]*)"/.exec(field)?.[1] ?? '')
      const typed = [...new Set(names.filter((name) => name !== ''))].map(unescaped)
      return [{ action: unescaped(action), id, typed }]
    },
  )
}

/** Text as it was before it was written into HTML. */
export function unescaped(html: string): string {
  const characters: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&quot;': '"',
    '&#39;': "'",
    '&lt;': '<',
    '&gt;': '>',
  }
  return html.replace(/&(?:amp|quot|#39|lt|gt);/g, (one) => characters[one] ?? one)
}

/**
 * What of a page a browser cannot do by itself: a form without an address, a token or a button, and a button of no form,
 * unless it is hidden until the script shows it.
 */
export function needsScript({ html }: ServedPage): readonly string[] {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
  const outside = html.replace(/<form\b.*?<\/form>/gs, '')
  const buttons = [...outside.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag)
  const broken = forms.filter(([, attributes = '', content = '']) => {
    if (attributes.includes('method="dialog"')) return false
    const hasAddress = /\saction="\/[^"]*"/.test(attributes)
    const isSent = /\smethod="get"/.test(attributes) || content.includes('name="_token"')
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1]
    const own = /<button type="submit"/.test(content)
    const hasButton = own || buttons.some((tag) => tag.includes(`form="${id}"`))
    return !(hasAddress && isSent && (hasButton || content.includes('type="search"')))
  })
  const idle = buttons.filter((tag) => !/\sform="/.test(tag) && !/\shidden/.test(tag))
  return [...broken.map(([form]) => form.slice(0, 200)), ...idle]
}
