import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { type Identity, type Role, roles } from '../contract/back-office/roles.ts'
import { caseless, holderOf, servicePrefix } from '../contract/back-office-names.ts'
import { faultText } from '../contract/log-redaction.ts'
import { Refusal } from '../contract/refusals.ts'
import { log } from './replies.ts'

/** The back office's settings for Cloudflare Access; both empty for local use. */
export type AccessSettings = Pick<
  BackofficeEnv,
  'ACCESS_TEAM_DOMAIN' | 'ACCESS_AUD' | 'ACCESS_ROLES'
>

/**
 * Identifies the caller (decisions §1) by the JWT that Cloudflare Access adds to each request, after its audience,
 * issuer, signature and expiry are verified: a person by e-mail, a service token as `service:<name>`, in lower case.
 * Without Access settings only a loopback hostname is served, as `local-operator`. Throws `unauthenticated`,
 * `forbidden`, or `unavailable` when Access's keys cannot be fetched, whose cause is logged.
 */
export async function identify(
  request: Request,
  settings: AccessSettings,
  requestId: string,
): Promise<Identity> {
  const { ACCESS_TEAM_DOMAIN: teamDomain, ACCESS_AUD: audience } = settings
  if (teamDomain === '' && audience === '') return localOperator(request)
  if (teamDomain === '' || audience === '') throw new Refusal('unauthenticated')
  const name = await verifiedName(request, `https://${teamDomain}`, audience, requestId)
  return { name, role: roleOf(name, settings, requestId) }
}

function localOperator(request: Request): Identity {
  const { hostname } = new URL(request.url)
  if (!loopbackNames.includes(hostname)) throw new Refusal('unauthenticated')
  return { name: 'local-operator', role: 'operator' }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

async function verifiedName(
  request: Request,
  issuer: string,
  audience: string,
  requestId: string,
): Promise<string> {
  const token = request.headers.get('cf-access-jwt-assertion') ?? ''
  const options = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp'] }
  let keysFault: unknown
  const keys: JWTVerifyGetKey = async (...asked) => {
    try {
      return await accessKeys(issuer)(...asked)
    } catch (fault) {
      if (!isOfToken(fault)) keysFault = fault
      throw fault
    }
  }
  const verified = await jwtVerify(token, keys, options).catch(() => null)
  if (keysFault !== undefined) {
    const fault = faultText(keysFault)
    log({ event: 'access_keys_unavailable', request_id: requestId, issuer, fault })
    throw new Refusal('unavailable', { retryAfterSeconds: 5 })
  }
  const name = nameOf(claimsSchema.safeParse(verified?.payload).data)
  if (name === null) throw new Refusal('unauthenticated')
  return name
}

// Errors of looking up a token's key that are the token's fault: the keys themselves could be fetched.
function isOfToken(fault: unknown): boolean {
  return (
    fault instanceof errors.JWKSNoMatchingKey ||
    fault instanceof errors.JWKSMultipleMatchingKeys ||
    fault instanceof errors.JOSENotSupported
  )
}

// A person's token has the e-mail, a service token the common name.
const claimsSchema = z.object({
  email: z.string().min(1).optional(),
  common_name: z.string().min(1).optional(),
})

// An e-mail with the prefix of services is refused, so that nobody passes for a service.
function nameOf(claims: z.output<typeof claimsSchema> | undefined): string | null {
  const { email, common_name: tokenName } = claims ?? {}
  if (email === undefined)
    return tokenName === undefined ? null : caseless(servicePrefix + tokenName)
  const name = caseless(email)
  return name.startsWith(servicePrefix) ? null : name
}

// An invalid entry keeps out its own holder only.
function roleOf(name: string, settings: AccessSettings, requestId: string): Role {
  const entries = Object.entries(parsedRoles(settings)).filter(([key]) => holderOf(key) === name)
  const given = new Set(entries.map(([, role]) => role))
  const role = roles.find((one) => given.size === 1 && given.has(one))
  if (role !== undefined) return role
  if (given.size > 0) {
    const roleTexts = JSON.stringify([...given])
    log({ event: 'role_refused', request_id: requestId, actor: name, roles: roleTexts })
  }
  throw new Refusal('forbidden')
}

const rolesSchema = z.record(z.string(), z.unknown())

function parsedRoles({ ACCESS_ROLES: text }: AccessSettings): z.output<typeof rolesSchema> {
  try {
    return rolesSchema.parse(JSON.parse(text))
  } catch {
    throw new Error('settings: ACCESS_ROLES must be a JSON object of names and their roles')
  }
}

const keySets = new Map<string, JWTVerifyGetKey>()

// Kept for the isolate's life: jose fetches the keys again, at a limited rate, when it meets an unknown one.
function accessKeys(issuer: string): JWTVerifyGetKey {
  const known = keySets.get(issuer)
  if (known !== undefined) return known
  const keys = createRemoteJWKSet(new URL('/cdn-cgi/access/certs', issuer))
  keySets.set(issuer, keys)
  return keys
}
