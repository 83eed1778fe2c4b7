import { expect, test } from 'vitest'
import { verifyCurrent } from '../../src/signing/current-style.ts'
import { md5Hex } from '../../src/signing/md5.ts'
import { readFormBody, readJsonBody } from '../../src/signing/parameters.ts'
import { costRatio, growthOf, linearGrowthMax } from '../support/cost.ts'
import { noSign } from '../unit/signing/parameters.ts'

const bodyBytesMax = 65_536

/** The most that any body may cost, in hashes of as many bytes; the dearest that are known take 60. */
const hashesMax = 150

/** One hash is too short to be measured. */
const hashesAtOnce = 25

/** As many units as that many bytes hold. */
function filled(before: string, unit: (n: number) => string, parted: string, after: string) {
  return (bytesMax: number) => {
    const units: string[] = []
    let bytes = Buffer.byteLength(before + after)
    for (let n = 0; ; n += 1) {
      bytes += Buffer.byteLength(unit(n) + parted)
      if (bytes > bytesMax) break
      units.push(unit(n))
    }
    return new TextEncoder().encode(before + units.join(parted) + after)
  }
}

const name = (n: number) => n.toString(36)
const thirds = ['1.0', 'true', '[ "\\u738b\\/" ]']
const zeros = (bytes: number) => '0'.repeat(bytes / 2 - 100)

const bodies = {
  'many members': filled('{', (n) => `"${name(n)}":1`, ',', '}'),
  'many escaped names': filled('{', (n) => `"\\u738b${name(n)}":1`, ',', '}'),
  'many members inside': filled('{"x":{', (n) => `"${name(n)}":1`, ',', '}}'),
  'many objects inside': filled('{"x":[', () => '{"a":1}', ',', ']}'),
  'many empty arrays': filled('{"x":[', () => '[]', ',', ']}'),
  'every kind many times': filled('{', (n) => `"${name(n)}":${thirds[n % 3]}`, ',', '}'),
  'numbers to write out': filled('{', (n) => `"${name(n)}":1e35`, ',', '}'),
  'zeros without end': (bytes: number) =>
    new TextEncoder().encode(`{"amount":1.${zeros(bytes)}1${zeros(bytes)}}`),
  'one long text': filled('{"a":"', () => 'x', '', '"}'),
  'escapes in a text': filled('{"a":"', () => '\\u738b', '', '"}'),
  'escapes inside': filled('{"x":["', () => '\\ud83d\\ude00', '', '"]}'),
  'backslashes inside': filled('{"x":["', () => '\\\\', '', '"]}'),
  'blanks inside': filled('{"x":[', () => '1', ' , ', ']}'),
  'blanks only': filled('{', () => ' ', '', '}'),
}

test.each(Object.entries(bodies))(
  '64 KiB of %s are read and refused in every form in linear time',
  (_, bodyOf) => {
    const refuse = (bytes: Uint8Array) => {
      const body = readJsonBody(bytes)
      if (!body.ok) throw new Error(body.fault)
      verifyCurrent({
        parameters: body.parameters,
        sign: noSign,
        secrets: ['K'],
        moneyNames: new Set(['amount', '0', '3']),
      })
    }
    expect(bodyOf(bodyBytesMax).length).toBeGreaterThan(60_000)
    expectLinear(bodyOf, refuse)
  },
)

test.each([
  ['a name repeated at the end', filled('{', (n) => `"${name(n)}":1`, ',', ',"0":1}')],
  ['brackets', filled('', () => '[', '', '')],
  ['brackets in a member', filled('{"a":', () => '[', '', '')],
  ['open strings', filled('{"a":', () => '"\\"', '', '')],
  ['digits and a stray letter', filled('{"a":', () => '1', '', 'x}')],
  ['bytes that are not text', (bytes: number) => new Uint8Array(bytes).fill(0x80)],
])('64 KiB of %s are refused in linear time', (_, bodyOf) => {
  expect(readJsonBody(bodyOf(bodyBytesMax)).ok).toBe(false)
  expectLinear(bodyOf, readJsonBody)
})

test.each([
  ['members', filled('', (n) => `${name(n)}=%E7%8E%8B+`, '&', '')],
  ['ampersands', filled('', () => '&', '', '')],
  ['equals signs', filled('', () => '=', '', '')],
  ['pluses', filled('a=', () => '+', '', '')],
])('64 KiB of form %s are read in linear time', (_, bodyOf) => {
  expect(readFormBody(bodyOf(bodyBytesMax)).ok).toBe(true)
  expectLinear(bodyOf, readFormBody)
})

function expectLinear(bodyOf: (bytes: number) => Uint8Array, read: (bytes: Uint8Array) => void) {
  expect(growthOf(bodyBytesMax, bodyOf, read)).toBeLessThan(linearGrowthMax)
  const body = bodyOf(bodyBytesMax)
  const text = 'x'.repeat(bodyBytesMax)
  const ratio = costRatio(
    () => read(body),
    () => {
      for (let n = 0; n < hashesAtOnce; n += 1) md5Hex(text)
    },
    hashesMax / hashesAtOnce,
  )
  expect(ratio * hashesAtOnce).toBeLessThan(hashesMax)
}
