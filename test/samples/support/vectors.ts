import { legacy_vectors, vectors } from '../../data/sign-vectors.json' with { type: 'json' }

/** A line for a sample's `sign`, and the sign that it has to print. */
export type SignLine = { readonly name: string; readonly line: string; readonly sign: string }

// These are sent in one form and signed in another, which the service accepts too. A sample signs what it sends, so it
// is given the fields in the form that was signed.
const asSigned: Record<string, (body: string) => string> = {
  'extra-object-compact-sign': (body) => body.replace('{"b": 2, "a": ', '{"b":2,"a":'),
  'extra-escaped-sign-unescaped': (body) => body.replace('\\u7532\\/\\u4e59', '甲/乙'),
  'number-shortest-form': (body) => body.replace('100.00', '100'),
  'boolean-php': (body) => body.replace('true', '1'),
}

/** Every vector of the current style as a sample takes it. */
export const vectorLines: readonly SignLine[] = vectors.map((vector) => {
  const { name, content_type, body, secret, sign } = vector
  const isForm = content_type === 'application/x-www-form-urlencoded'
  const form = () => JSON.stringify(Object.fromEntries(new URLSearchParams(body)))
  const fields = isForm ? form() : (asSigned[name]?.(body) ?? body)
  return { name, line: signLine(fields, secret), sign }
})

/** Vectors that no sample is given: they are of the earlier protocol, which the samples do not speak. */
export const otherVectors = legacy_vectors.map(({ name }) => name)

/** A line for `sign`. @param fields the JSON text of a body, in one line */
export function signLine(fields: string, secret: string): string {
  return `{"fields": ${fields}, "secret": ${JSON.stringify(secret)}}`
}
