import { isLoopback } from '../../src/units/web-address.ts'
import { Problem } from '../command/problem.ts'
import { standingAlarms } from '../smoke/alarms.ts'
import { clientOf } from '../smoke/client.ts'
import { readCommand } from '../smoke/options.ts'
import { runSmoke } from '../smoke/run.ts'
import type { Release } from './options.ts'

/**
 * The smoke test and the alarms that verify a release (docs/releasing.md). Without a test merchant the smoke test has no
 * merchant either: the back office creates it once the sandbox database is bound. Throws a problem if `vars`, the
 * environment, lacks a required variable.
 */
export function verificationSources({
  addresses,
  isInUse,
  hasTestMerchant,
  checksDesk,
  vars,
}: {
  readonly addresses: readonly string[]
  readonly isInUse: boolean
  readonly hasTestMerchant: boolean
  /** Whether the smoke test opens the desk, and its alarms are read. */
  readonly checksDesk: boolean
  readonly vars: Readonly<Record<string, string | undefined>>
}): Pick<Release, 'smoke' | 'alarms'> {
  const checked = addresses.filter((one) => checksDesk || !one.startsWith('--backoffice-url='))
  const args = [...checked, hasTestMerchant ? '--write' : '--without-merchant']
  const { isJson: _, ...options } = readCommand(args, vars)
  const { baseUrl, backofficeUrl, access, notifyUrl } = options
  if (
    isInUse &&
    !isLoopback(baseUrl.hostname) &&
    ((hasTestMerchant && notifyUrl === null) || (checksDesk && access === null))
  ) {
    throw new Problem(
      'SMOKE_NOTIFY_URL, SMOKE_ACCESS_CLIENT_ID or SMOKE_ACCESS_CLIENT_SECRET is not set: neither callbacks nor the desk ' +
        'could be checked. docs/releasing.md explains them.',
    )
  }
  const canReadAlarms =
    backofficeUrl !== null && (access !== null || isLoopback(backofficeUrl.hostname))
  return {
    smoke: (headers) => runSmoke({ ...options, headers }),
    alarms: isInUse && canReadAlarms ? () => standingAlarms(clientOf(options), options) : null,
  }
}
