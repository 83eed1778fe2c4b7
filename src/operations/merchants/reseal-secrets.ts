import type { Context, MerchantContext } from '../../context.ts'
import { decryptSecret, encryptSecret, keyMark } from '../../store/merchants/secret-encryption.ts'
import {
  type KeyUsage,
  type ResealedSecret,
  type SealedSecret,
  secretsByKey,
  secretsUnderKey,
  storeResealed,
} from '../../store/merchants/secrets-to-reseal.ts'
import { secretsKeys } from './decrypt-secrets.ts'

/** Logs the settings among SECRETS_KEY_OTHERS and LINK_SIGNING_KEY_OTHERS that contain no key. */
export function logUnusableKeys({ settings, log }: Context): void {
  for (const setting of settings.unusableKeys) {
    log({ event: 'key_unusable', setting, consequence: 'is left aside, being no key' })
  }
}

/**
 * Seals with SECRETS_KEY the secrets that are sealed under SECRETS_KEY_OTHERS or without a check value: per database
 * and run up to 400 current secrets of each key, and as many previous ones. A secret replaced meanwhile stays.
 *
 * @returns the number of resealed secrets
 */
export async function resealSecrets(context: MerchantContext): Promise<number> {
  const { databaseNumber: database, log } = context
  const { others, unreadable } = await secretsElsewhere(context)
  if (unreadable > 0) log({ event: 'secrets_unreadable', database, count: unreadable })
  const waiting = secretCount(others)
  let count = 0
  for (const one of others) count += await resealUnder(context, one)
  if (waiting > 0) log({ event: 'secrets_resealed', database, count, remaining: waiting - count })
  return count
}

/**
 * The secrets of a database that are not sealed under SECRETS_KEY: `others` are readable, `unreadable` are sealed under
 * an unknown key. Reads at most 1,000 entries for each key.
 */
export async function secretsElsewhere(context: MerchantContext) {
  const [own = '', ...otherMarks] = await Promise.all(secretsKeys(context).map(keyMark))
  const found = await secretsByKey(context.db, own)
  const known = new Set(['', ...otherMarks])
  const elsewhere = found.filter(({ mark }) => mark !== own)
  return {
    others: elsewhere.filter(({ mark }) => known.has(mark)),
    unreadable: secretCount(elsewhere.filter(({ mark }) => !known.has(mark))),
  }
}

/** The number of secrets under these keys. */
export function secretCount(found: readonly KeyUsage[]): number {
  return found.reduce((sum, { count }) => sum + count, 0)
}

// Skips a secret that cannot be resealed, so that it delays no other.
async function resealUnder(context: MerchantContext, { column, mark }: KeyUsage): Promise<number> {
  const { db, databaseNumber: database } = context
  const damaged: string[] = []
  let stored = 0
  let after = 0
  for (let step = 0; step < stepsMax && context.mayGoOn(); step += 1) {
    const found = await secretsUnderKey(db, column, { mark, after, limit: stepSize })
    const sealed = await Promise.all(found.map((one) => sealAnew(context, one)))
    const resealed = sealed.filter((one) => typeof one !== 'string')
    damaged.push(...sealed.filter((one) => typeof one === 'string'))
    if (resealed.length > 0) stored += await storeResealed(db, column, resealed)
    const last = found.at(-1)
    if (last === undefined || found.length < stepSize) break
    after = last.id
  }
  const [merchant] = damaged
  if (merchant !== undefined) {
    context.log({ event: 'secret_damaged', database, merchant, count: damaged.length })
  }
  return stored
}

// The uid of the merchant whose secret cannot be read.
async function sealAnew(
  context: MerchantContext,
  { id, uid, sealed: was }: SealedSecret,
): Promise<ResealedSecret | string> {
  const decrypted = await decryptSecret(secretsKeys(context), uid, was)
  if (decrypted.kind === 'unreadable') return uid
  return {
    id,
    was,
    sealed: await encryptSecret(context.settings.secretsKey, uid, decrypted.secret),
  }
}

const stepsMax = 4

/** The secrets of a step: two statements, and a few milliseconds for the cipher. */
const stepSize = 100
