/** An `insert` that names the columns, so that a new one with a default changes nothing. `numbers` counts from 0. */
export function insert(
  table: string,
  values: Readonly<Record<string, string>>,
  from = 'from numbers',
): string {
  return `insert into ${table} (${Object.keys(values).join()})
    select ${Object.values(values).join()} ${from}`
}
