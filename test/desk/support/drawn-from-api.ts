import { inject } from 'vitest'
import { knownCounts } from '../../../src/backoffice/desk/cookies/counts.ts'
import { type Desk, PageRefused } from '../../../src/backoffice/desk/desk.ts'
import { drawFrame } from '../../../src/backoffice/desk/frame/frame.tsx'
import { picksOf } from '../../../src/backoffice/desk/parts/choices/picks.tsx'
import { mayMake } from '../../../src/contract/back-office/call-roles.ts'
import type { Role } from '../../../src/contract/back-office/roles.ts'
import type { CallName } from '../../../src/contract/back-office/table.ts'
import { sayIn } from '../../../src/units/language.ts'
import { type Address, apiAddress } from './addresses.ts'
import type { Body } from './shop.ts'

/** A page that was drawn here from nothing but what the API answers its reader. */
type DrawnFromApi = { readonly html: string; readonly asked: ReadonlySet<CallName> }

/** Draws a page as its Worker does, but with each of its calls made over HTTP by the reader themselves. */
export async function drawnFromApi(
  actor: string,
  address: Address,
  token: string,
): Promise<DrawnFromApi> {
  const [name = '', role = ''] = actor.split(':')
  const asked = new Set<CallName>()
  const ask: Desk['ask'] = async (call, given = {}) => {
    asked.add(call)
    const query = Object.entries(given.query ?? {}).filter(([, text]) => text !== '')
    const to = apiAddress(call, { path: given.path ?? {}, query: Object.fromEntries(query) })
    return answerOf(actor, to)
  }
  const desk: Desk = {
    address: address.to,
    path: address.path,
    query: address.query,
    token,
    language: 'zh',
    say: sayIn('zh'),
    now: Math.floor(Date.now() / 1000),
    isLocal: true,
    sections: {},
    ignored: [],
    attempt: null,
    lastAct: null,
    identity: { name, role: role as Role },
    ask,
    may: (call) => mayMake(role as Role, call),
    need: async (call, given) => {
      const answer = await ask(call, given)
      if (answer.ok) return answer.value
      throw new PageRefused(answer)
    },
  }
  const { page } = address
  const [drawn, picks] = await Promise.all([page.draw(desk), picksOf(desk, page.picks ?? [])])
  return { html: drawn.document ?? drawFrame(desk, { ...drawn, picks }, knownCounts(drawn)), asked }
}

// As the entrypoint would have answered: its value, or the refusal.
async function answerOf(actor: string, to: string) {
  const headers = { 'x-local-actor': actor, 'accept-language': 'zh-TW' }
  const answer = await fetch(inject('deskUrl') + to, { headers })
  const body: Body = await answer.json()
  if (answer.ok) return { ok: true, value: body }
  const { error, message, ok: _ok, code: _code, text: _text, request_id: _id, ...more } = body
  return { ok: false, status: answer.status, error, message, ...more }
}
