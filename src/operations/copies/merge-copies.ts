import { nextMerge, withLarge, withMerged } from '../../rules/copies/manifest.ts'
import { deleteObjects, getObject, putObject, sealed } from '../../store/copies/copy-bucket.ts'
import { type CopyLine, keyOf, writeManifest } from './copy-line.ts'

/**
 * Puts small objects together, one group a run, and deletes what nothing needs any more: what was
 * put together in the run before, and what is older than a restore reaches back. So a restore reads
 * some hundred objects at most.
 */
export async function mergeCopies(line: CopyLine): Promise<void> {
  const unneeded = line.manifest.unneeded.slice(0, deletedMax)
  if (unneeded.length > 0) {
    const keys = unneeded.map((name) => keyOf(line, name))
    await deleteObjects(line.bucket, keys)
    const left = line.manifest.unneeded.slice(deletedMax)
    await writeManifest(line, { ...line.manifest, unneeded: left })
  }
  const merge = nextMerge(line.manifest)
  if (merge === null) return
  if (merge.kind === 'large') {
    await writeManifest(line, withLarge(line.manifest, merge.objects))
    return
  }
  const parts: Uint8Array[] = []
  for (const { name, sha256 } of merge.objects) {
    parts.push(await getObject(line.bucket, keyOf(line, name), sha256))
  }
  const whole = await sealed(joined(parts))
  const first = merge.objects[0]?.first ?? 0
  const random = Math.floor(line.context.random() * 2 ** 32).toString(36)
  const name = `${first}-${random}.jsonl.gz`
  await putObject(line.bucket, keyOf(line, name), whole)
  const made = { name, bytes: whole.bytes.length, sha256: whole.sha256 }
  await writeManifest(line, withMerged(line.manifest, merge.objects, made))
}

// Files of gzip one after the other are one of them.
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

/** What the bucket deletes in one call. */
const deletedMax = 1_000
