import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Answer } from '../contract/back-office/call.ts'
import {
  type Identity,
  type Role,
  type RolesBySetting,
  roles,
} from '../contract/back-office/roles.ts'
import { caseless, holderOf, servicePrefix } from '../contract/back-office-names.ts'
import { faultText } from '../contract/log-redaction.ts'
import { Refusal } from '../contract/refusals.ts'
import { writeLog } from '../platform/log.ts'
import { inTime } from '../units/time-limit.ts'
import { hashOf } from './actor-hash.ts'
import { localActor } from './local-actor.ts'

/** The back office's settings for Cloudflare Access; the first two are empty for local use. */
type AccessSettings = Pick<BackofficeEnv, 'ACCESS_TEAM_DOMAIN' | 'ACCESS_AUD' | 'ACCESS_ROLES'>

/**
 * Identifies the caller (decisions §1) by the JWT that Cloudflare Access adds to each request, after its audience,
 * issuer, signature and expiry are verified: a person by e-mail, a service token as `service:<name>`, in lower case.
 * `ACCESS_ROLES` gives the role, else the database, which is asked at each call, so that a role that was taken away
 * ends at once. Without Access settings see `localActor`. Throws `unauthenticated`, `forbidden`, or `unavailable`
 * when Access's keys cannot be fetched or the database cannot be asked; its cause is logged.
 */
export async function identify(
  request: Request,
  settings: AccessSettings & Pick<BackofficeEnv, 'BACK_OFFICE'>,
  requestId: string,
): Promise<Identity> {
  const { ACCESS_TEAM_DOMAIN: teamDomain, ACCESS_AUD: audience } = settings
  if (teamDomain === '' && audience === '') return localActor(request)
  if (teamDomain === '' || audience === '') throw new Refusal('unauthenticated')
  const name = await verifiedName({ request, issuer: `https://${teamDomain}`, audience, requestId })
  const role =
    roleBySetting(name, settings, requestId) ?? (await roleInDatabase(name, settings, requestId))
  return { name, role }
}

/** The roles of `ACCESS_ROLES` by name; null for local use. */
export function rolesBySetting(settings: AccessSettings): RolesBySetting {
  const { ACCESS_TEAM_DOMAIN: teamDomain, ACCESS_AUD: audience } = settings
  if (teamDomain === '' && audience === '') return null
  const byName = givenRoles(settings)
  return Object.fromEntries([...byName].map(([name, values]) => [name, onlyRole(values)]))
}

async function verifiedName({
  request,
  issuer,
  audience,
  requestId,
}: {
  readonly request: Request
  readonly issuer: string
  readonly audience: string
  readonly requestId: string
}): Promise<string> {
  const token = request.headers.get('cf-access-jwt-assertion') ?? ''
  const options = { issuer, audience, algorithms: ['RS256'], requiredClaims: ['exp'] }
  let keysFault: unknown
  const keys: JWTVerifyGetKey = async (...args) => {
    try {
      return await accessKeys(issuer)(...args)
    } catch (fault) {
      if (!isOfToken(fault)) keysFault = fault
      throw fault
    }
  }
  const verified = await jwtVerify(token, keys, options).catch(() => null)
  if (keysFault !== undefined) {
    const fault = faultText(keysFault)
    writeLog({ event: 'access_keys_unavailable', request_id: requestId, issuer, fault })
    throw new Refusal('unavailable')
  }
  const name = claimedName(claimsSchema.safeParse(verified?.payload).data)
  if (name === null) throw new Refusal('unauthenticated')
  return name
}

// Whether an error of looking up a token's key is the token's fault: the keys themselves were fetched.
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
function claimedName(claims: z.output<typeof claimsSchema> | undefined): string | null {
  const { email, common_name: tokenName } = claims ?? {}
  if (email === undefined)
    return tokenName === undefined ? null : caseless(servicePrefix + tokenName)
  const name = caseless(email)
  return name.startsWith(servicePrefix) ? null : name
}

// Null if the setting does not name the holder. An invalid entry keeps out its own holder only.
function roleBySetting(name: string, settings: AccessSettings, requestId: string): Role | null {
  const values = givenRoles(settings).get(name)
  if (values === undefined) return null
  const role = onlyRole(values)
  if (role !== null) return role
  const roleTexts = JSON.stringify([...values])
  const actor_hash = hashOf(name)
  writeLog({ event: 'role_refused', request_id: requestId, actor_hash, roles: roleTexts })
  throw new Refusal('forbidden')
}

async function roleInDatabase(
  name: string,
  { BACK_OFFICE: desk }: Pick<BackofficeEnv, 'BACK_OFFICE'>,
  requestId: string,
): Promise<Role> {
  const reply = inTime<Answer<Role | null>>(roleTimeoutMs, desk.roleOf(name))
  const answer = await reply.catch(
    (fault: unknown) => ({ ok: false, fault: String(fault) }) as const,
  )
  if (!answer.ok) {
    const { fault } = answer
    writeLog({ event: 'role_unknown', request_id: requestId, actor_hash: hashOf(name), fault })
    throw new Refusal('unavailable')
  }
  const role = roles.find((one) => one === answer.value)
  if (role === undefined) throw new Refusal('forbidden')
  return role
}

const roleTimeoutMs = 5_000

// The roles of each name: several where the setting spells it in several ways.
function givenRoles(settings: AccessSettings): ReadonlyMap<string, ReadonlySet<unknown>> {
  const byName = new Map<string, Set<unknown>>()
  for (const [key, role] of Object.entries(parsedRoles(settings))) {
    const name = holderOf(key)
    byName.set(name, (byName.get(name) ?? new Set()).add(role))
  }
  return byName
}

function onlyRole(values: ReadonlySet<unknown>): Role | null {
  return (values.size === 1 && roles.find((one) => values.has(one))) || null
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
