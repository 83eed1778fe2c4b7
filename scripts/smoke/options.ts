import { isLoopback } from '../../src/units/web-address.ts'
import { optionsOf } from '../command/command-line.ts'
import { Problem } from '../command/problem.ts'
import { demoMerchant } from '../local/demo-merchant.ts'

/** The deployment that a smoke test checks, and its merchant. */
export type SmokeOptions = {
  /** The merchant API. */
  readonly baseUrl: URL
  /** The members' pages: their host, with the first part of their paths where it is not `exchange`. */
  readonly exchangeUrl: URL | null
  readonly backofficeUrl: URL | null
  /** Whether nothing is asked as a merchant, because the deployment has none yet; uid and secret are empty then. */
  readonly isPublic: boolean
  readonly uid: string
  readonly secret: string
  /** The headers by which Cloudflare Access lets a service token into the back office; null without one. */
  readonly access: Readonly<Record<string, string>> | null
  /** A receiver that acknowledges every callback; null where none is awaited. */
  readonly notifyUrl: URL | null
  /** Whether orders are created. */
  readonly isWriting: boolean
}

/** The command line: the options, and whether the report is JSON. */
export type SmokeCommand = SmokeOptions & { readonly isJson: boolean }

/** How the command is used, for a person. */
const usage = `npm run smoke -- --base-url https://pay.example [--exchange-url https://members.example]
                 [--backoffice-url https://desk.example] [--write | --without-merchant] [--json]

Looks at a deployment as a merchant of its own, whose uid and secret are in SMOKE_UID and SMOKE_SECRET. Nothing is
written without --write. A service token of Access is in SMOKE_ACCESS_CLIENT_ID and SMOKE_ACCESS_CLIENT_SECRET, a receiver
that acknowledges callbacks in SMOKE_NOTIFY_URL. A new deployment has no merchant yet: --without-merchant asks nothing as one.`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const known = {
  'base-url': text,
  'exchange-url': text,
  'backoffice-url': text,
  write: flag,
  'without-merchant': flag,
  json: flag,
} as const

const ownUid = /^SMOKE/i

/**
 * Reads the command line and the environment. Throws a sentence that says what to change; it never contains the secret.
 */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SmokeCommand {
  const values = valuesOf(args)
  if (values['base-url'] === undefined) throw new Problem(`Which deployment?\n\n${usage}`)
  const baseUrl = addressOf('--base-url', values['base-url'])
  const optional = (name: 'exchange-url' | 'backoffice-url') => {
    const address = values[name]
    return address === undefined ? null : addressOf(`--${name}`, address, name === 'exchange-url')
  }
  const { write: isWriting, 'without-merchant': isPublic } = values
  if (isWriting && isPublic) throw new Problem('--write needs a merchant.')
  const merchant = isPublic ? { uid: '', secret: '' } : merchantOf(environment, baseUrl)
  if (isWriting) mustBeOwn(merchant.uid, baseUrl)
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
      'The merchant is in SMOKE_UID and SMOKE_SECRET, never on the command line, which others can read.',
    )
  }
  return optionsOf(known, usage, args)
}

function addressOf(option: string, text: string, mayHavePath = false): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new Problem(`${option} has to be an address like https://pay.example, not "${text}".`)
  }
  if (url.search !== '' || url.hash !== '' || (url.pathname !== '/' && !mayHavePath)) {
    throw new Problem(`${option} has to be a host without a path, like ${url.origin}.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Problem(`${option} has to begin with https: a deployment answers nothing else.`)
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
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set. The back office creates a merchant for ` +
      'smoke tests alone, whose uid begins with SMOKE, and shows its secret once.',
  )
}

function accessOf(
  environment: Readonly<Record<string, string | undefined>>,
): SmokeOptions['access'] {
  const { SMOKE_ACCESS_CLIENT_ID: id, SMOKE_ACCESS_CLIENT_SECRET: secret } = environment
  if (id && secret) return { 'cf-access-client-id': id, 'cf-access-client-secret': secret }
  if (!id && !secret) return null
  throw new Problem('SMOKE_ACCESS_CLIENT_ID and SMOKE_ACCESS_CLIENT_SECRET go together.')
}

function mustBeOwn(uid: string, baseUrl: URL): void {
  if (ownUid.test(uid) || (uid === demoMerchant.uid && isLoopback(baseUrl.hostname))) return
  throw new Problem(
    `--write creates orders, and ${uid} does not look like a merchant for smoke tests alone: its uid has to begin ` +
      'with SMOKE. Nothing was sent.',
  )
}
