import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { type Identity, type Role, roles } from '../contract/back-office-calls.ts'
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
 * Who is at work (decisions §1): taken from the JWT that Cloudflare Access adds to each request, once its audience,
 * issuer, signature and expiry are verified: a person by e-mail, a service token as `service:<name>`, in lower case.
 * Without Access settings only a loopback hostname is served, as `local-operator`. Everything else is refused;
 * `unavailable` while Access's keys cannot be had, which the log tells the cause of.
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

// What looking for a token's key can end with when the keys are there: it is the token that is wrong then.
function isOfToken(fault: unknown): boolean {
  return (
    fault instanceof errors.JWKSNoMatchingKey ||
    fault instanceof errors.JWKSMultipleMatchingKeys ||
    fault instanceof errors.JOSENotSupported
  )
}

// A person's token carries the e-mail, a service token's the common name.
const claimsSchema = z.object({
  email: z.string().min(1).optional(),
  common_name: z.string().min(1).optional(),
})

// Nobody becomes a service by an e-mail that looks like one.
function nameOf(claims: z.output<typeof claimsSchema> | undefined): string | null {
  const { email, common_name: tokenName } = claims ?? {}
  if (email === undefined)
    return tokenName === undefined ? null : caseless(servicePrefix + tokenName)
  const name = caseless(email)
  return name.startsWith(servicePrefix) ? null : name
}

// An entry that makes no sense refuses its holder, and nobody else.
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

// Kept for the isolate's life: jose fetches the keys when it meets one it does not know, and not too often.
function accessKeys(issuer: string): JWTVerifyGetKey {
  const known = keySets.get(issuer)
  if (known !== undefined) return known
  const keys = createRemoteJWKSet(new URL('/cdn-cgi/access/certs', issuer))
  keySets.set(issuer, keys)
  return keys
}
