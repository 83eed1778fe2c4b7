/**
 * Two buckets as one: what is put into or deleted from the first is then put into or deleted from the second, and a
 * write counts once both have it. Reads are of the first. Throws where the second does not take a write: whoever has
 * written it tries again, as after a failure of the first.
 */
export function mirroredBucket(first: R2Bucket, second: R2Bucket): R2Bucket {
  return new Proxy(first, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'put') {
        return async (key: string, body: string | Uint8Array, options: R2PutOptions = {}) => {
          // A write whose condition has failed has written nothing.
          const put = await target.put(key, body, options)
          const { onlyIf: _, ...others } = options
          if (put !== null) await second.put(key, body, others)
          return put
        }
      }
      if (name === 'delete') {
        return async (keys: string | string[]) => {
          await target.delete(keys)
          await second.delete(keys)
        }
      }
      return value.bind(target)
    },
  })
}
