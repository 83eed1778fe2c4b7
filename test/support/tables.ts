/** The items of a list that is written with blanks and line breaks between them. */
export function itemsOf(list: string): readonly string[] {
  return list.trim().split(/\s+/)
}

/** A row for each item of each group, for `test.each`: the item and the name of its group. */
export function rowsOf<Group extends string>(
  groups: Readonly<Record<Group, string | readonly string[]>>,
): readonly (readonly [item: string, group: Group])[] {
  const lists = Object.entries<string | readonly string[]>(groups) as [Group, string | string[]][]
  return lists.flatMap(([group, list]) =>
    (typeof list === 'string' ? itemsOf(list) : list).map((item) => [item, group] as const),
  )
}

/** The pairs of a list that is written `one → other`, several on a line. */
export function pairsOf(list: string): readonly (readonly [one: string, other: string])[] {
  return Array.from(list.matchAll(/(\S+) → (\S+)/g), ([, one = '', other = '']) => [one, other])
}
