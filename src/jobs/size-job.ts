import { contextFrom } from '../context.ts'
import { noteSizes } from '../operations/log-database-sizes.ts'

/** Each minute: how large the databases are. */
export async function watchSizes(env: Env): Promise<void> {
  await noteSizes(contextFrom(env))
}
