/** A record as JSON: its fields by their names. */
export type JsonView = Readonly<Record<string, unknown>>

/** The fields whose values differ between two states of a record. */
export function changedFields(
  before: JsonView,
  after: JsonView,
): { readonly before: JsonView; readonly after: JsonView } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const picked = (fields: JsonView) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: picked(before), after: picked(after) }
}
