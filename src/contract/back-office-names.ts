// Names of those at work in the back office (decisions §1, "Roles"): a person's is the e-mail, a service token's is
// `service:` and the name of the token. Two name spaces, so neither is ever taken for the other.

/** What the name of a service token begins with. */
export const servicePrefix = 'service:'

/**
 * A name without the case of its letters, which tells nobody apart. A to Z only: folding every letter there is would
 * make one name of two, for the Kelvin sign folds to a k.
 */
export function caseless(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whom a name means, however it was written: a bare one with an @ a person, without one a service token. */
export function holderOf(written: string): string {
  const name = caseless(written)
  return name.startsWith(servicePrefix) || name.includes('@') ? name : servicePrefix + name
}
