import { createHash } from 'node:crypto'
import type { Identity } from '../contract/back-office/roles.ts'

/**
 * What stands in the log for the name of a person or token: a person's is an e-mail address. The same name always gives
 * the same 12 digits; the journal has the name itself.
 */
export function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, digits)
}

/** The same of who made a request; undefined where the caller is not known. */
export function actorHash(identity: Identity | undefined): string | undefined {
  return identity === undefined ? undefined : hashOf(identity.name)
}

const digits = 12
