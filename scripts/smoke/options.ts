import { isLoopback } from '../../src/units/web-address.ts'
import { optionsOf } from '../command/command-line.ts'
import { Problem } from '../command/problem.ts'
import { demoMerchant } from '../local/demo-merchant.ts'

/** The deployment of a smoke test, and its merchant. */
export type SmokeOptions = {
  /** The merchant API. */
  readonly baseUrl: URL
  /** The host of the members' pages, with the first segment of their paths if that is not `exchange`. */
  readonly exchangeUrl: URL | null
  readonly backofficeUrl: URL | null
  /** Whether the checks as a merchant are left out, because the deployment has none yet; then uid and secret are empty. */
  readonly isPublic: boolean
  readonly uid: string
  readonly secret: string
  /** The headers of a service token of Cloudflare Access for the back office; null without one. */
  readonly access: Readonly<Record<string, string>> | null
  /** A receiver that acknowledges every callback; null skips the check of a callback. */
  readonly notifyUrl: URL | null
  /** Whether the checks that create orders run. */
  readonly isWriting: boolean
}

export type SmokeCommand = SmokeOptions & { readonly isJson: boolean }

const usage = `npm run smoke -- --base-url https://pay.example [--exchange-url https://members.example]
                 [--backoffice-url https://desk.example] [--write | --without-merchant] [--json]

Checks a deployment as a merchant for smoke tests, whose uid and secret are in SMOKE_UID and SMOKE_SECRET. Only --write
creates orders. SMOKE_ACCESS_CLIENT_ID and SMOKE_ACCESS_CLIENT_SECRET are a service token of Access, SMOKE_NOTIFY_URL is a
receiver that acknowledges callbacks. --without-merchant is for a new deployment, which has no merchant yet.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const optionTypes = {
  'base-url': text,
  'exchange-url': text,
  'backoffice-url': text,
  write: flag,
  'without-merchant': flag,
  json: flag,
} as const

const smokeUid = /^SMOKE/i

/** Reads the command line and the environment. Throws a problem, which never contains the secret. */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SmokeCommand {
  const values = valuesOf(args)
  if (values['base-url'] === undefined) throw new Problem(`--base-url is missing.\n\n${usage}`)
  const baseUrl = addressOf('--base-url', values['base-url'])
  const optional = (name: 'exchange-url' | 'backoffice-url') => {
    const address = values[name]
    return address === undefined ? null : addressOf(`--${name}`, address, name === 'exchange-url')
  }
  const { write: isWriting, 'without-merchant': isPublic } = values
  if (isWriting && isPublic) throw new Problem('--write needs a merchant.')
  const merchant = isPublic ? { uid: '', secret: '' } : merchantOf(environment, baseUrl)
  if (isWriting) requireSmokeMerchant(merchant.uid, baseUrl)
  return {
    baseUrl,
    exchangeUrl: optional('exchange-url'),
    backofficeUrl: optional('backoffice-url'),
    ...merchant,
    isPublic,
    access: accessOf(environment),
    notifyUrl: environment.SMOKE_NOTIFY_URL
      ? addressOf('SMOKE_NOTIFY_URL', environment.SMOKE_NOTIFY_URL, true)
      : null,
    isWriting,
    isJson: values.json,
  }
}

function valuesOf(args: readonly string[]) {
  if (args.some((arg) => /^--(?:uid|secret|key)(?:=|$)/.test(arg))) {
    throw new Problem(
      'Set the merchant in SMOKE_UID and SMOKE_SECRET: other users of the machine can read the command line.',
    )
  }
  return optionsOf(optionTypes, usage, args)
}

function addressOf(option: string, text: string, mayHavePath = false): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new Problem(`${option} must be an address like https://pay.example, not "${text}".`)
  }
  if (url.search !== '' || url.hash !== '' || (url.pathname !== '/' && !mayHavePath)) {
    throw new Problem(`${option} must be a host without a path, like ${url.origin}.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Problem(`${option} must begin with https: a deployment answers nothing else.`)
  }
  return url
}

function merchantOf(
  { SMOKE_UID, SMOKE_SECRET }: Readonly<Record<string, string | undefined>>,
  baseUrl: URL,
): Pick<SmokeOptions, 'uid' | 'secret'> {
  if (SMOKE_UID && SMOKE_SECRET) return { uid: SMOKE_UID, secret: SMOKE_SECRET }
  if (!SMOKE_UID && !SMOKE_SECRET && isLoopback(baseUrl.hostname)) return demoMerchant
  const missing = [...(SMOKE_UID ? [] : ['SMOKE_UID']), ...(SMOKE_SECRET ? [] : ['SMOKE_SECRET'])]
  throw new Problem(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set. Create a merchant only for smoke tests in the ` +
      'back office, with a uid that begins with SMOKE; its secret is shown once.',
  )
}

function accessOf(
  environment: Readonly<Record<string, string | undefined>>,
): SmokeOptions['access'] {
  const { SMOKE_ACCESS_CLIENT_ID: id, SMOKE_ACCESS_CLIENT_SECRET: secret } = environment
  if (id && secret) return { 'cf-access-client-id': id, 'cf-access-client-secret': secret }
  if (!id && !secret) return null
  throw new Problem('Set both SMOKE_ACCESS_CLIENT_ID and SMOKE_ACCESS_CLIENT_SECRET, or neither.')
}

function requireSmokeMerchant(uid: string, baseUrl: URL): void {
  if (smokeUid.test(uid) || (uid === demoMerchant.uid && isLoopback(baseUrl.hostname))) return
  throw new Problem(
    `--write creates orders and needs a merchant only for smoke tests, whose uid begins with SMOKE: ${uid} does not. ` +
      'Nothing was sent.',
  )
}
