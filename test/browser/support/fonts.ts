import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { browserPackages } from './packages.ts'

const weights = [400, 600, 700]
// The characters, and three slices with full-width punctuation.
const slices = ['chinese-traditional', '115', '118', '119']
const family = 'Noto Sans TC'

/**
 * Puts a font with Chinese into a directory, and returns the path of a fontconfig file with that font alone: the pages
 * look the same on every machine.
 */
export async function prepareFonts(directory: string): Promise<string> {
  const fonts = join(directory, 'fonts')
  await mkdir(fonts)
  const packed = join(browserPackages, 'node_modules', '@fontsource', 'noto-sans-tc', 'files')
  const names = weights.flatMap((weight) =>
    slices.map((slice) => `noto-sans-tc-${slice}-${weight}-normal`),
  )
  for (const name of names) {
    const woff = await readFile(join(packed, `${name}.woff`))
    await writeFile(join(fonts, `${name}.ttf`), unpackWoff(woff))
  }
  const config = join(directory, 'fonts.conf')
  await writeFile(config, configurationOf(fonts, join(directory, 'font-cache')))
  return config
}

// The files have the name of the font's lightest weight; this gives them one name.
function configurationOf(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
  <match target="scan">
    <edit name="family" mode="assign"><string>${family}</string></edit>
  </match>
</fontconfig>
`
}

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

/** A font from WOFF 1.0, which a browser loads from a page but not from the system. */
function unpackWoff(woff: Uint8Array): Uint8Array {
  const packed = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  const count = packed.getUint16(12)
  const tables = Array.from({ length: count }, (_, n) => {
    const entry = woffHeaderBytes + woffEntryBytes * n
    const [tag = 0, from = 0, packedLength = 0, length = 0, checksum = 0] = [0, 4, 8, 12, 16].map(
      (more) => packed.getUint32(entry + more),
    )
    const content = woff.subarray(from, from + packedLength)
    return { tag, checksum, content: packedLength < length ? inflateSync(content) : content }
  })
  const start = sfntHeaderBytes + sfntEntryBytes * count
  const size = tables.reduce((sum, { content }) => sum + padded(content.length), start)
  const font = new Uint8Array(size)
  const view = new DataView(font.buffer)
  const power = Math.floor(Math.log2(count))
  view.setUint32(0, packed.getUint32(4))
  view.setUint16(4, count)
  view.setUint16(6, 2 ** power * sfntEntryBytes)
  view.setUint16(8, power)
  view.setUint16(10, (count - 2 ** power) * sfntEntryBytes)
  let at = start
  for (const [n, { tag, checksum, content }] of tables.entries()) {
    const entry = [tag, checksum, at, content.length]
    for (const [place, value] of entry.entries()) {
      view.setUint32(sfntHeaderBytes + sfntEntryBytes * n + place * 4, value)
    }
    font.set(content, at)
    at += padded(content.length)
  }
  return font
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
