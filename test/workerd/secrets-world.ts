import type { Context } from '../../src/context.ts'
import { rows } from './world.ts'

/** A key that no secret was sealed under. */
export const anotherKey = btoa('another key of thirty-two bytes.')

/** The same world under another SECRETS_KEY. */
export function underAnotherKey(context: Context): Context {
  return { ...context, settings: { ...context.settings, secretsKey: anotherKey } }
}

/** The sealed secret of a merchant. */
export async function sealedSecretOf(uid: string): Promise<string> {
  const found = await rows<{ secret: string }>('select secret from merchants where uid = ?', uid)
  return found[0]?.secret ?? ''
}

/** Stores another text in place of a merchant's sealed secret. */
export async function setSealedSecret(uid: string, sealed: string): Promise<void> {
  await rows('update merchants set secret = ? where uid = ?', sealed, uid)
}

/** Damages a merchant's sealed secret, without its check value; gives what mends it. */
export async function damageSecret(uid: string): Promise<() => Promise<void>> {
  const sealed = await sealedSecretOf(uid)
  const [mark] = sealed.split('.')
  await setSealedSecret(uid, `${mark}.${btoa('x'.repeat(68))}`)
  return () => setSealedSecret(uid, sealed)
}

/** Takes the check value from a merchant's sealed secret, as those have none that were sealed long ago. */
export async function unmarkSecret(uid: string): Promise<void> {
  const [, text = ''] = (await sealedSecretOf(uid)).split('.')
  await setSealedSecret(uid, text)
}
