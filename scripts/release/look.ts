import { isLoopback } from '../../src/units/web-address.ts'
import { Problem } from '../command/problem.ts'
import { standingAlarms } from '../smoke/alarms.ts'
import { clientOf } from '../smoke/client.ts'
import { readCommand } from '../smoke/options.ts'
import { runSmoke } from '../smoke/run.ts'
import type { Release } from './release.ts'

/**
 * How a release looks at what it has deployed (docs/releasing.md). Where there is no test merchant, there is none for smoke
 * tests: the back office creates it, once the database for it is bound. `withDesk`: whether the desk is entered and asked
 * for its alarms. Throws a problem where `vars`, the environment, lacks a variable that this needs.
 */
export function lookOf({
  addresses,
  isInUse,
  hasTester,
  withDesk,
  vars,
}: {
  readonly addresses: readonly string[]
  readonly isInUse: boolean
  /** Whether there is a test merchant. */
  readonly hasTester: boolean
  readonly withDesk: boolean
  readonly vars: Readonly<Record<string, string | undefined>>
}): Pick<Release, 'smoke' | 'alarms'> {
  const looked = addresses.filter((address) => withDesk || !address.startsWith('--backoffice-url='))
  const args = [...looked, hasTester ? '--write' : '--without-merchant']
  const { isJson: _, ...options } = readCommand(args, vars)
  const { baseUrl, backofficeUrl, access, notifyUrl } = options
  if (
    isInUse &&
    !isLoopback(baseUrl.hostname) &&
    ((hasTester && notifyUrl === null) || (withDesk && access === null))
  ) {
    throw new Problem(
      'SMOKE_NOTIFY_URL, SMOKE_ACCESS_CLIENT_ID or SMOKE_ACCESS_CLIENT_SECRET is not set: without them neither callbacks ' +
        'nor the desk are looked at. docs/releasing.md says what they are.',
    )
  }
  const isAsked = backofficeUrl !== null && (access !== null || isLoopback(backofficeUrl.hostname))
  return {
    smoke: (headers) => runSmoke({ ...options, headers }),
    alarms: isInUse && isAsked ? () => standingAlarms(clientOf(options), options) : null,
  }
}
