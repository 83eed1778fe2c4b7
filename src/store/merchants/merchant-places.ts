// Where merchants are, for while the directory does not answer. A merchant never moves, so that no copy is ever stale.
// Tokens of links are in the same namespace; none has a colon.
const keyOf = (uid: string) => `merchant:${uid}`

/** Notes the number of the database that a merchant's records are in. */
export async function putPlace(kv: KVNamespace, uid: string, database: number): Promise<void> {
  await kv.put(keyOf(uid), String(database))
}

/** The number of that database; null where it was never noted, or not yet. */
export async function getPlace(kv: KVNamespace, uid: string): Promise<number | null> {
  const text = await kv.get(keyOf(uid))
  return text === null ? null : Number(text)
}
