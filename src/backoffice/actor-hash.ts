import { createHash } from 'node:crypto'
import type { Identity } from '../contract/back-office/roles.ts'

/**
 * The pseudonym of a person or token in the log, because a person's name is an e-mail address. The same name always has
 * the same 12 digits; the journal has the name itself.
 */
export function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, digits)
}

/** The pseudonym of a request's caller; undefined if the caller is unknown. */
export function actorHash(identity: Identity | undefined): string | undefined {
  return identity === undefined ? undefined : hashOf(identity.name)
}

const digits = 12
