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

/**
 * The cells of one line of CSV (RFC 4180), without blanks around them; null where a quote stands within a cell, or is
 * not closed at the cell's end. A line without quotes, which most are, is split.
 */
export function cellsOf(line: string, delimiter: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  for (let at = 0; ; at += 1) {
    const isQuoted = line[at] === '"'
    const end = isQuoted ? quotedEnd(line, at) : plainEnd(line, delimiter, at)
    const cell = isQuoted ? line.slice(at + 1, end - 1).replaceAll('""', '"') : line.slice(at, end)
    if (isQuoted ? end === 0 : cell.includes('"')) return null
    cells.push(cell.trim())
    if (end === line.length) return cells
    if (line[end] !== delimiter) return null
    at = end
  }
}

// Behind the quote that closes the one at `at`; 0 where none does.
function quotedEnd(line: string, at: number): number {
  let close = line.indexOf('"', at + 1)
  while (line[close + 1] === '"' && close !== -1) close = line.indexOf('"', close + 2)
  return close + 1
}

function plainEnd(line: string, delimiter: string, at: number): number {
  const next = line.indexOf(delimiter, at)
  return next === -1 ? line.length : next
}
