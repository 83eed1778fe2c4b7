import type { StatementFormat } from '../../../contract/back-office/banking/statement-format.ts'

/** A line of a file, numbered from 1; `text` is null if its bytes are invalid in the encoding. */
export type TextLine = { readonly line: number; readonly text: string | null }

/**
 * Decodes a file line by line (back office §3). Invalid bytes are reported with their line and never replaced. `big5`
 * is cp950 without its user-defined areas. Removes a byte order mark and line ends.
 */
export function* textLines(
  bytes: Uint8Array,
  encoding: StatementFormat['encoding'],
): Generator<TextLine> {
  const decode = encoding === 'big5' ? cp950Text : utf8Text
  let start = encoding === 'utf-8' && startsWithMark(bytes) ? byteOrderMark.length : 0
  for (let line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(lineFeed, start)
    const end = found === -1 ? bytes.length : found
    const hasReturn = end > start && bytes[end - 1] === carriageReturn
    yield { line, text: decode(bytes.subarray(start, hasReturn ? end - 1 : end)) }
    start = end + 1
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = [0xef, 0xbb, 0xbf]

function startsWithMark(bytes: Uint8Array): boolean {
  return byteOrderMark.every((byte, place) => bytes[place] === byte)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const big5 = new TextDecoder('big5', { fatal: true, ignoreBOM: true })

function utf8Text(bytes: Uint8Array): string | null {
  return decoded(utf8, bytes)
}

// Big5 decoders accept Hong Kong characters in areas that cp950 leaves empty, so the areas are checked first.
function cp950Text(bytes: Uint8Array): string | null {
  for (let place = 0; place < bytes.length; place += 1) {
    const lead = bytes[place] ?? 0
    if (lead < 0x80) continue
    place += 1
    if (!isStandard(lead, bytes[place] ?? 0)) return null
  }
  return decoded(big5, bytes)?.replaceAll(lastBlockAsDecoded, lastBlock) ?? null
}

// Symbols, level 1, level 2 with the seven characters and lines of ETEN; the euro sign stands alone.
const areas = [
  [0xa140, 0xa3bf],
  [0xa3e1, 0xa3e1],
  [0xa440, 0xc67e],
  [0xc940, 0xf9fe],
] as const

function isStandard(lead: number, trail: number): boolean {
  const isTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe)
  const code = lead * 0x100 + trail
  return isTrail && areas.some(([first, last]) => code >= first && code <= last)
}

// F9FE is the one character in which the standard of the web differs from cp950.
const lastBlockAsDecoded = '\uffed'
const lastBlock = '\u2593'

function decoded(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
