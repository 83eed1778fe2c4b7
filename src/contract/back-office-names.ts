// Names of people and service tokens in the back office (decisions §1, "Roles"). A person's name is the e-mail address,
// a token's begins with `service:`, so that the two never collide.

/** The prefix of a service token's name. */
export const servicePrefix = 'service:'

/** The name in lower case, A to Z only: full case folding would merge names, since the Kelvin sign folds to k. */
export function caseless(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The full name, in lower case. A name without the prefix is a person's if it has an @, else a token's. */
export function holderOf(written: string): string {
  const name = caseless(written)
  return name.startsWith(servicePrefix) || name.includes('@') ? name : servicePrefix + name
}
