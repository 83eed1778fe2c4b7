import type { Context } from '../../../src/context.ts'
import { rows } from './service.ts'

/** A key that no secret was encrypted under. */
export const anotherKey = btoa('another key of thirty-two bytes.')

/** The same world under another SECRETS_KEY. */
export function underAnotherKey(context: Context): Context {
  return { ...context, settings: { ...context.settings, secretsKey: anotherKey } }
}

/** The encrypted secret of a merchant. */
export async function encryptedSecretOf(uid: string): Promise<string> {
  const found = await rows<{ secret: string }>('select secret from merchants where uid = ?', uid)
  return found[0]?.secret ?? ''
}

/** Stores another text in place of a merchant's encrypted secret. */
export async function setEncryptedSecret(uid: string, encrypted: string): Promise<void> {
  await rows('update merchants set secret = ? where uid = ?', encrypted, uid)
}

/** Damages a merchant's encrypted secret, without its check value; gives what mends it. */
export async function damageSecret(uid: string): Promise<() => Promise<void>> {
  const encrypted = await encryptedSecretOf(uid)
  const [mark] = encrypted.split('.')
  await setEncryptedSecret(uid, `${mark}.${btoa('x'.repeat(68))}`)
  return () => setEncryptedSecret(uid, encrypted)
}

/** Takes the check value from a merchant's encrypted secret, as those have none that were encrypted long ago. */
export async function unmarkSecret(uid: string): Promise<void> {
  const [, text = ''] = (await encryptedSecretOf(uid)).split('.')
  await setEncryptedSecret(uid, text)
}
