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

/** The items of a list that is written `3 one, 2 other`, each as often as its number says. */
export function repeatedItems(list: string): readonly string[] {
  return list.split(',').flatMap((text) => {
    const [, times = '', item = ''] = /^\s*(\d+) (.+?)\s*$/.exec(text) ?? []
    if (item === '') throw new Error(`neither a number nor an item: ${text}`)
    return Array.from({ length: Number(times) }, () => item)
  })
}
