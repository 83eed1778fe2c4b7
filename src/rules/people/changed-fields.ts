/** Fields by their names. */
type Fields = Readonly<Record<string, unknown>>

/** The fields whose values differ between two states of a record. */
export function changedFields(
  before: Fields,
  after: Fields,
): { readonly before: Fields; readonly after: Fields } {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const picked = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: picked(before), after: picked(after) }
}
