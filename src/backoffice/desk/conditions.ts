import type { Desk } from './desk.ts'

/** The names of a query that a page reads, each with its values: `any` where these are not counted. */
export type Conditions = Readonly<Record<string, 'any' | readonly string[]>>

/** Conditions by those names, each of any value. */
export function anyOf(...names: readonly string[]): Conditions {
  return Object.fromEntries(names.map((name) => [name, 'any']))
}

/**
 * The conditions of an address's query that its page does not go by, as they are written there: of an unknown name or
 * value, or given again later. Nothing is ignored without a word: the API refuses an unknown parameter by its name.
 */
export function ignoredOf(search: string, takes: Conditions): readonly string[] {
  const all = [...new URLSearchParams(search)]
  return all.flatMap(([name, value], n) => {
    const values = Object.hasOwn(takes, name) ? takes[name] : undefined
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

/** A path with a query; without one where that is empty. */
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
