import { expect, test } from 'vitest'
import { verifyCurrent } from '../../../src/signing/current-style.ts'
import { readFormBody, readJsonBody } from '../../../src/signing/parameters.ts'

const bodyBytesMax = 65_536
const allowedMs = 50

/** As many units as 64 KiB hold. */
function filled(before: string, unit: (n: number) => string, parted: string, after: string) {
  const units: string[] = []
  let bytes = Buffer.byteLength(before + after)
  for (let n = 0; ; n += 1) {
    bytes += Buffer.byteLength(unit(n) + parted)
    if (bytes > bodyBytesMax) break
    units.push(unit(n))
  }
  return new TextEncoder().encode(before + units.join(parted) + after)
}

const name = (n: number) => n.toString(36)
const thirds = ['1.0', 'true', '[ "\\u738b\\/" ]']
const zeros = '0'.repeat(32_000)

const bodies = {
  'many members': filled('{', (n) => `"${name(n)}":1`, ',', '}'),
  'many escaped names': filled('{', (n) => `"\\u738b${name(n)}":1`, ',', '}'),
  'many members inside': filled('{"x":{', (n) => `"${name(n)}":1`, ',', '}}'),
  'many objects inside': filled('{"x":[', () => '{"a":1}', ',', ']}'),
  'many empty arrays': filled('{"x":[', () => '[]', ',', ']}'),
  'every kind many times': filled('{', (n) => `"${name(n)}":${thirds[n % 3]}`, ',', '}'),
  'numbers to write out': filled('{', (n) => `"${name(n)}":1e35`, ',', '}'),
  'zeros without end': new TextEncoder().encode(`{"amount":1.${zeros}1${zeros}}`),
  'one long text': filled('{"a":"', () => 'x', '', '"}'),
  'escapes in a text': filled('{"a":"', () => '\\u738b', '', '"}'),
  'escapes inside': filled('{"x":["', () => '\\ud83d\\ude00', '', '"]}'),
  'backslashes inside': filled('{"x":["', () => '\\\\', '', '"]}'),
  'blanks inside': filled('{"x":[', () => '1', ' , ', ']}'),
  'blanks only': filled('{', () => ' ', '', '}'),
}

test.each(Object.entries(bodies))(
  '64 KiB of %s are read and refused in every form in time',
  (_, bytes) => {
    const took = fastestMs(() => {
      const body = readJsonBody(bytes)
      if (!body.ok) throw new Error(body.fault)
      verifyCurrent(body.parameters, '0'.repeat(32), ['K'], new Set(['amount', '0', '3']))
    })

    expect(bytes.length).toBeGreaterThan(60_000)
    expect(took).toBeLessThan(allowedMs)
  },
)

test.each([
  ['a name repeated at the end', filled('{', (n) => `"${name(n)}":1`, ',', ',"0":1}')],
  ['brackets', filled('', () => '[', '', '')],
  ['brackets in a member', filled('{"a":', () => '[', '', '')],
  ['open strings', filled('{"a":', () => '"\\"', '', '')],
  ['digits and a stray letter', filled('{"a":', () => '1', '', 'x}')],
  ['bytes that are not text', new Uint8Array(bodyBytesMax).fill(0x80)],
])('64 KiB of %s are refused in time', (_, bytes) => {
  expect(readJsonBody(bytes).ok).toBe(false)
  expect(fastestMs(() => readJsonBody(bytes))).toBeLessThan(allowedMs)
})

test.each([
  ['members', filled('', (n) => `${name(n)}=%E7%8E%8B+`, '&', '')],
  ['ampersands', filled('', () => '&', '', '')],
  ['equals signs', filled('', () => '=', '', '')],
  ['pluses', filled('a=', () => '+', '', '')],
])('64 KiB of form %s are read in time', (_, bytes) => {
  expect(readFormBody(bytes).ok).toBe(true)
  expect(fastestMs(() => readFormBody(bytes))).toBeLessThan(allowedMs)
})

// The best of several runs, for a busy machine is no fault of the code.
function fastestMs(work: () => void): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...runs)
}
