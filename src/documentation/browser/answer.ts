import { copyable, element, say } from './elements.ts'
import type { RequestDraft } from './request-text.ts'

const timeoutMs = 20_000
const shownHeaders = ['x-request-id', 'retry-after', 'content-language']

/** Sends a request to the page's own host and shows the answer. Throws if no answer comes. */
export async function sentAnswer({ path, signed }: RequestDraft): Promise<readonly Node[]> {
  const headers = { 'accept-language': document.documentElement.lang }
  const posted = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: signed?.body ?? '',
  }
  const response = await fetch(path, {
    ...(signed === null ? { headers } : posted),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  const lines = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const status = element(
    'p',
    { class: response.ok ? 'outcome right' : 'outcome' },
    `HTTP ${response.status}`,
  )
  const title = say({ zh: '回應', en: 'Response' })
  return [
    status,
    element('p', {}, element('small', {}, lines.join(' · '))),
    ...remedyFor(text),
    copyable(title, pretty(text)),
  ]
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

// The remedy of an error comes from the page's table of errors.
function remedyFor(text: string): readonly Node[] {
  const code = /"error":"(\w+)"/.exec(text)?.[1] ?? ''
  const row = document.getElementById(`error-${code}`)?.closest('tr')
  if (!row) return []
  const link = element('a', { href: `#error-${code}` }, code)
  const remedy = [...row.cells].at(-1)?.textContent ?? ''
  return [element('p', {}, link, say({ zh: '：', en: ': ' }), remedy)]
}
