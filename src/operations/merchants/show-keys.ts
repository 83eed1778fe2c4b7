import type { Context, MerchantContext } from '../../context.ts'
import { faultText } from '../../contract/log-redaction.ts'
import { keyMark } from '../../store/merchants/secret-encryption.ts'
import { secretsCountedTo } from '../../store/merchants/secrets-to-reseal.ts'
import { inTime } from '../../units/time-limit.ts'
import { withSandbox } from '../merchant-contexts.ts'
import { secretCount, secretsElsewhere } from './reseal-secrets.ts'

/**
 * The progress of a key rotation: the check values of this isolate's keys, and the number of secrets of each database
 * under another key than SECRETS_KEY; null for a database that does not answer.
 */
export async function showKeys(context: Context) {
  const { settings } = context
  const marks = (keys: readonly string[]) => Promise.all(keys.map(keyMark))
  return {
    secrets_key: {
      seals_with: await keyMark(settings.secretsKey),
      reads_also: await marks(settings.otherSecretsKeys),
    },
    link_signing_key: {
      signs_with: await keyMark(settings.linkSigningKey),
      accepts_also: await marks(settings.otherLinkSigningKeys),
      signs_live_seconds: settings.linkLifetimeSeconds + settings.matchedGraceSeconds,
    },
    unusable: settings.unusableKeys,
    counted_up_to: secretsCountedTo,
    databases: await Promise.all(withSandbox(context).map(countIn)),
  }
}

async function countIn(context: MerchantContext) {
  const { databaseNumber: database, log } = context
  try {
    const { others, unreadable } = await inTime(databaseTimeoutMs, secretsElsewhere(context))
    return { database, under_other_keys: secretCount(others), unreadable }
  } catch (fault) {
    log({ event: 'keys_not_counted', database, fault: faultText(fault) })
    return { database, under_other_keys: null, unreadable: null }
  }
}

const databaseTimeoutMs = 3_000
