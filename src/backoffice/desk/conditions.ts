import type { Desk } from './desk.ts'

/** The query parameters that a page reads, each with its possible values, or `any`. */
export type Conditions = Readonly<Record<string, 'any' | readonly string[]>>

/** Conditions by those names, each of any value. */
export function anyOf(...names: readonly string[]): Conditions {
  return Object.fromEntries(names.map((name) => [name, 'any']))
}

/**
 * The conditions of an address that its page ignores, as written there: of an unknown name or value, or repeated later.
 * The page names them, as the API refuses an unknown parameter by its name.
 */
export function ignoredOf(search: string, conditions: Conditions): readonly string[] {
  const all = [...new URLSearchParams(search)]
  return all.flatMap(([name, value], n) => {
    const values = Object.hasOwn(conditions, name) ? conditions[name] : undefined
    const isKnown = values !== undefined && (values === 'any' || isIn(values, value))
    const isAgain = all.slice(n + 1).some(([later]) => later === name)
    return isKnown && (!isAgain || value === '') ? [] : [value === '' ? name : `${name}=${value}`]
  })
}

// An empty field is no condition.
function isIn(values: readonly string[], value: string): boolean {
  return value === '' || values.includes(value)
}

/** The values of an address's query, or of a call's, by their names. */
export type Query = Readonly<Record<string, string>>

/** A path with a query, if that is not empty. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The path of the page. */
export function pathOf({ address }: Pick<Desk, 'address'>): string {
  return address.split('?')[0] ?? ''
}

/** A query without the values of those names. */
export function without(query: Query, ...names: readonly string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
}
