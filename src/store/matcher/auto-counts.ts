type CountName = 'assigned' | 'settled' | 'unproven' | 'contradicted'

/** `bank_accounts.auto_counts` with an addition to a count of a day, in SQL; another day's counts are dropped. */
export function countMore(name: CountName, more: string, day = ':day'): string {
  const isOfDay = `auto_counts ->> 'day' = ${day}`
  return `json_set(
    iif(${isOfDay}, auto_counts, json_object('day', ${day})),
    '$.${name}',
    iif(${isOfDay}, coalesce(auto_counts ->> '${name}', 0), 0) + ${more}
  )`
}

/** `bank_accounts.auto_counts` with one more in a count of a day, in SQL. */
export function oneMore(name: CountName, day = ':day'): string {
  return countMore(name, '1', day)
}
