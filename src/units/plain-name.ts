/** A text in comparable form: after NFKC, in upper case, without blanks and formatting characters. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(unseen, '').toUpperCase().normalize('NFKC')
}

const unseen = /[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Whether two names may be equal as plain names (back office §3): the same plain text, in which each of `○ Ｏ ＊ *`
 * stands for any one character. A missing or blank name matches every name.
 */
export function fitsPlainName(one: string, other: string): boolean {
  const [here, there] = [[...plainName(one)], [...plainName(other)]]
  if (here.length === 0 || there.length === 0) return true
  return (
    here.length === there.length &&
    here.every((character, place) => isEither(character, there[place]))
  )
}

/**
 * Whether a person would take two names for two people: as `fitsPlainName`, but of a name with a title, as 黃先生, only
 * the part before the title is compared.
 */
export function isOtherName(one: string, other: string): boolean {
  const [here, there] = [plainName(one), plainName(other)]
  if (!titled.test(here) && !titled.test(there)) return !fitsPlainName(here, there)
  const known = [here, there].map((name) => [...name.replace(titled, '')])
  const length = Math.min(...known.map((characters) => characters.length))
  const [first = '', second = ''] = known.map((characters) => characters.slice(0, length).join(''))
  return !fitsPlainName(first, second)
}

/** Whether a name is of none of these people; false if it or all of them are unknown. */
export function isOfAnother(names: readonly string[], name: string): boolean {
  const known = names.filter((other) => other !== '')
  return known.length > 0 && known.every((other) => isOtherName(other, name))
}

const titled = /(?:先生|小姐|女士|太太)$/u

/**
 * Whether a name contains that part, as plain names, with at least one unmasked character. A missing name contains
 * none.
 */
export function nameContains(name: string, part: string): boolean {
  const [whole, inner] = [[...plainName(name)], [...plainName(part)]]
  return whole.some(
    (_, start) =>
      start + inner.length <= whole.length &&
      inner.every((character, place) => isEither(character, whole[start + place])) &&
      inner.some((character, place) => character !== mask && character === whole[start + place]),
  )
}

function isEither(one: string, other: string | undefined): boolean {
  return one === other || one === mask || other === mask
}

/** A name in comparable form: its plain text, with `*` for masked characters. Applied twice it is the same. */
export function plainName(name: string): string {
  // NFKC turns the full-width letter O, a mask, into an ordinary O, so masks are replaced before.
  return plainText(name.replace(/[○Ｏ＊]/gu, mask))
}

const mask = '*'
