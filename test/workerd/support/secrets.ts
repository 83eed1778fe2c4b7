import type { Context } from '../../../src/context.ts'
import { rows } from './service.ts'

/** A key under which no secret was encrypted. */
export const anotherKey = btoa('another key of thirty-two bytes.')

export function underAnotherKey(context: Context): Context {
  return { ...context, settings: { ...context.settings, secretsKey: anotherKey } }
}

export async function encryptedSecretOf(uid: string): Promise<string> {
  const found = await rows<{ secret: string }>('select secret from merchants where uid = ?', uid)
  return found[0]?.secret ?? ''
}

export async function setEncryptedSecret(uid: string, encrypted: string): Promise<void> {
  await rows('update merchants set secret = ? where uid = ?', encrypted, uid)
}

/** Damages a merchant's encrypted secret but not its check value; the function repairs it. */
export async function damageSecret(uid: string): Promise<() => Promise<void>> {
  const encrypted = await encryptedSecretOf(uid)
  const [mark] = encrypted.split('.')
  await setEncryptedSecret(uid, `${mark}.${btoa('x'.repeat(68))}`)
  return () => setEncryptedSecret(uid, encrypted)
}

/** Removes the check value of a merchant's encrypted secret; old ones have none. */
export async function unmarkSecret(uid: string): Promise<void> {
  const [, text = ''] = (await encryptedSecretOf(uid)).split('.')
  await setEncryptedSecret(uid, text)
}
