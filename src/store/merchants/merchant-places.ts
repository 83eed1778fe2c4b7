// The places of merchants, for when the directory does not answer. A merchant never moves, so no copy is ever stale.
// Link tokens are in the same namespace; none has a colon.
const keyOf = (uid: string) => `merchant:${uid}`

export async function putPlace(kv: KVNamespace, uid: string, database: number): Promise<void> {
  await kv.put(keyOf(uid), String(database))
}

/** The number of that database; null if it was never stored, or not yet. */
export async function getPlace(kv: KVNamespace, uid: string): Promise<number | null> {
  const text = await kv.get(keyOf(uid))
  return text === null ? null : Number(text)
}
