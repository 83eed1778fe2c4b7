import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import { type Identity, roles } from '../contract/back-office.ts'
import { Refusal } from '../contract/refusals.ts'

/** The back office's settings for Cloudflare Access; both empty for local use. */
export type AccessSettings = Pick<
  BackofficeEnv,
  'ACCESS_TEAM_DOMAIN' | 'ACCESS_AUD' | 'ACCESS_ROLES'
>

/**
 * Who is at work (decisions §1): taken from the JWT that Cloudflare Access adds to each request, once its audience,
 * issuer, signature and expiry are verified. Without Access settings only a loopback hostname is served, as
 * `local-operator`. Everything else is refused.
 */
export async function identify(
  request: Request,
  settings: AccessSettings,
  keysOf: (issuer: string) => JWTVerifyGetKey = accessKeys,
): Promise<Identity> {
  const { ACCESS_TEAM_DOMAIN: teamDomain, ACCESS_AUD: audience } = settings
  if (teamDomain === '' && audience === '') return localOperator(request)
  if (teamDomain === '' || audience === '') throw new Refusal('unauthenticated')
  const issuer = `https://${teamDomain}`
  const name = await verifiedName(request, issuer, audience, keysOf(issuer))
  const role = rolesOf(settings).get(name)
  if (role === undefined) throw new Refusal('forbidden')
  return { name, role }
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
  keys: JWTVerifyGetKey,
): Promise<string> {
  const token = request.headers.get('cf-access-jwt-assertion') ?? ''
  const options = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp'] }
  const verified = await jwtVerify(token, keys, options).catch(() => null)
  const claims = claimsSchema.safeParse(verified?.payload)
  const name = claims.data?.email ?? claims.data?.common_name
  if (name === undefined) throw new Refusal('unauthenticated')
  return name
}

// A person's token carries the e-mail, a service token's the common name.
const claimsSchema = z.object({
  email: z.string().min(1).optional(),
  common_name: z.string().min(1).optional(),
})

const rolesSchema = z.record(z.string(), z.enum(roles))

function rolesOf(settings: AccessSettings): ReadonlyMap<string, Identity['role']> {
  return new Map(Object.entries(rolesSchema.parse(JSON.parse(settings.ACCESS_ROLES))))
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
