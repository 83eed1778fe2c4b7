import { contextFrom } from '../context.ts'
import { expireLinks } from '../operations/links/expire-links.ts'

/** Each minute: links whose time is over. */
export async function endLinks(env: Env): Promise<void> {
  await expireLinks(contextFrom(env))
}
