/** An object's bytes and what tells them from others. */
export type Sealed = { readonly bytes: Uint8Array; readonly sha256: string }

/** Text as one member of a gzip file: members one after the other are a gzip file too. */
export async function gzipped(lines: Iterable<string>): Promise<Uint8Array> {
  const parts: string[] = []
  for (const line of lines) parts.push(line)
  const packed = new Blob(parts).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Bytes with their checksum. */
export async function sealed(bytes: Uint8Array): Promise<Sealed> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return { bytes, sha256: hex.join('') }
}

/**
 * Puts an object. The bucket compares the checksum and refuses bytes that were damaged on the way.
 */
export async function putObject(
  bucket: R2Bucket,
  key: string,
  { bytes, sha256 }: Sealed,
): Promise<void> {
  await bucket.put(key, bytes, { sha256, httpMetadata: { contentType: 'application/gzip' } })
}

/** The bytes of an object. Throws when it is not there, or is not what it was. */
export async function getObject(
  bucket: R2Bucket,
  key: string,
  sha256: string,
): Promise<Uint8Array> {
  const object = await bucket.get(key)
  if (object === null) throw new Error(`${key} is not in the bucket`)
  const bytes = new Uint8Array(await object.arrayBuffer())
  if ((await sealed(bytes)).sha256 !== sha256) throw new Error(`${key} is not what it was`)
  return bytes
}

/** Deletes objects, up to a thousand; those that are gone already do no harm. */
export async function deleteObjects(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await bucket.delete([...keys])
}

/** A JSON value of the bucket, and its version; null where there is none. */
export async function getJson<Value>(
  bucket: R2Bucket,
  key: string,
): Promise<{ readonly value: Value; readonly etag: string } | null> {
  const object = await bucket.get(key)
  return object === null ? null : { value: await object.json<Value>(), etag: object.etag }
}

/**
 * Puts a JSON value where the bucket still has that version of it, null for none.
 *
 * @returns its new version; null where another writer came first
 */
export async function putJson(
  bucket: R2Bucket,
  key: string,
  value: unknown,
  etag: string | null,
): Promise<string | null> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
  const httpMetadata = { contentType: 'application/json' }
  const put = await bucket.put(key, JSON.stringify(value), { onlyIf, httpMetadata })
  return put?.etag ?? null
}
