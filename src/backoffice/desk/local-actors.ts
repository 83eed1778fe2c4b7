import type { Context } from 'hono'
import type { Role } from '../../contract/back-office/roles.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Meaning } from '../../units/language.ts'
import { rolesBySetting } from '../access.ts'
import { actorFrom } from '../local-actor.ts'
import type { App } from '../replies.ts'
import type { SentForm } from './form-body.ts'

/** The people to choose from locally, so that two browsers can be two people (back office §5 needs a second one). */
export const localPeople: readonly {
  readonly name: string
  readonly role: Role
  readonly called: Meaning
}[] = [
  { name: 'local-operator', role: 'operator', called: { zh: '營運人員甲', en: 'Operator A' } },
  { name: 'second-operator', role: 'operator', called: { zh: '營運人員乙', en: 'Operator B' } },
  { name: 'agent-a', role: 'agent', called: { zh: '專員甲', en: 'Agent A' } },
  { name: 'agent-b', role: 'agent', called: { zh: '專員乙', en: 'Agent B' } },
  { name: 'auditor', role: 'auditor', called: { zh: '稽核', en: 'Auditor' } },
]

/** The identity that a form chooses, as `name:role`. Throws `forbidden` where Access identifies the caller. */
export function chosenActor(c: Context<App>, sent: SentForm): string {
  if (rolesBySetting(c.env) !== null) throw new Refusal('forbidden')
  const actor = sent.actor?.[0] ?? ''
  if (actorFrom(actor) === null) throw new Refusal('validation_error')
  return actor
}
