/** Text as one member of a gzip file; consecutive members are a gzip file too. */
export async function gzipped(lines: Iterable<string>): Promise<Uint8Array> {
  const packed = new Blob([...lines]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** SHA-256 in hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Writes an object and returns its checksum, by which the bucket refuses damaged bytes. */
export async function putObject(bucket: R2Bucket, key: string, bytes: Uint8Array): Promise<string> {
  const sha256 = await sha256Of(bytes)
  await bucket.put(key, bytes, { sha256, httpMetadata: { contentType: 'application/gzip' } })
  return sha256
}

/** The bytes of an object. Throws if it is missing or changed. */
export async function getObject(
  bucket: R2Bucket,
  key: string,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const object = await bucket.get(key)
  if (object === null) throw new Error(`${key} is not in the bucket`)
  const bytes = new Uint8Array(await object.arrayBuffer())
  if ((await sha256Of(bytes)) !== sha256) throw new Error(`${key} is not what it was`)
  return bytes
}

/** A JSON value of the bucket, and its version; null if there is none. */
export async function getJson<Value>(
  bucket: R2Bucket,
  key: string,
): Promise<{ readonly value: Value; readonly etag: string } | null> {
  const object = await bucket.get(key)
  return object === null ? null : { value: await object.json<Value>(), etag: object.etag }
}

/**
 * Writes a JSON value if the bucket still has that version of it, null for none. Returns whether it has: false if
 * another writer came first.
 */
export async function putJson({
  bucket,
  key,
  value,
  etag,
}: {
  readonly bucket: R2Bucket
  readonly key: string
  readonly value: unknown
  readonly etag: string | null
}): Promise<boolean> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
  const httpMetadata = { contentType: 'application/json' }
  const put = await bucket.put(key, JSON.stringify(value), { onlyIf, httpMetadata })
  return put !== null
}

/** The text of a file of gzip. */
export async function gunzipped(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),
  ).text()
}
