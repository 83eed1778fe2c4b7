/**
 * A text as it is compared with another spelling of itself: after NFKC, in upper case, without blanks and characters
 * that only format.
 */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(unseen, '').toUpperCase().normalize('NFKC')
}

const unseen = /[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Whether two names may be one, as plain names (back office §3): the same plain text, in which each of `○ Ｏ ＊ *`, in
 * either name, stands for any one character. A missing name, or one of blanks alone, fits every name.
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
 * Whether a name has that part in it, as plain names, of which a character at least is not masked. A name that is not
 * told has none.
 */
export function nameContains(name: string, part: string): boolean {
  const [whole, sought] = [[...plainName(name)], [...plainName(part)]]
  return whole.some(
    (_, start) =>
      start + sought.length <= whole.length &&
      sought.every((character, place) => isEither(character, whole[start + place])) &&
      sought.some((character, place) => character !== mask && character === whole[start + place]),
  )
}

function isEither(one: string, other: string | undefined): boolean {
  return one === other || one === mask || other === mask
}

/** A name as it is compared: its plain text, with `*` for what is masked. The plain name of a plain name is itself. */
export function plainName(name: string): string {
  // NFKC turns the full-width letter O, a mask, into the letter O, which is none: masks are found before.
  return plainText(name.replace(/[○Ｏ＊]/gu, mask))
}

const mask = '*'
