import { parse } from 'hono/utils/cookie'
import { type Identity, roles } from '../contract/back-office/roles.ts'
import { caseless, servicePrefix } from '../contract/back-office-names.ts'
import { Refusal } from '../contract/refusals.ts'
import { say } from '../units/language.ts'
import { isLoopback } from '../units/web-address.ts'

/**
 * The caller without Access settings: whom the header `X-Local-Actor` names as `name:role`, by default the operator
 * `local-operator` (back office §6). `service:` before the name marks a service token. Without the header, a browser's
 * cookie names the reader of its pages. Serves a loopback hostname only; throws `unauthenticated` for any other, and
 * for a header with an invalid name or an unknown role.
 */
export function localActor({ url, headers }: Request): Identity {
  if (!isLoopback(new URL(url).hostname)) throw new Refusal('unauthenticated')
  const header = headers.get('x-local-actor')
  if (header === null) return chosenActor(headers.get('cookie') ?? '')
  const actor = actorFrom(header)
  if (actor === null) {
    throw new Refusal('unauthenticated', {
      message: say('X-Local-Actor 須為「名稱：角色」', 'X-Local-Actor must be name:role'),
    })
  }
  return actor
}

/** Reads `name:role`; null for an invalid name or an unknown role. */
export function actorFrom(text: string): Identity | null {
  const colon = text.lastIndexOf(':')
  const name = caseless(text.slice(0, Math.max(0, colon)))
  const role = roles.find((one) => one === text.slice(colon + 1))
  return role === undefined || !isName(name) ? null : { name, role }
}

function chosenActor(cookies: string): Identity {
  const { local_actor: chosen = '' } = parse(cookies, 'local_actor')
  return actorFrom(chosen) ?? { name: 'local-operator', role: 'operator' }
}

// A comma stands between two headers of that name.
function isName(name: string): boolean {
  return /^[^\s,\p{Cc}]{1,120}$/u.test(name) && name !== servicePrefix
}
