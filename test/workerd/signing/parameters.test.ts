import { expect, test } from 'vitest'
import { readFormBody, readJsonBody } from '../../../src/signing/parameters.ts'

// The parts of the runtime that the readers use: its decoder, its regular expressions, its hash.
const bytes = (text: string) => new TextEncoder().encode(text)
const around = (...inside: number[]) => Uint8Array.of(...bytes('{"a":"'), ...inside, ...bytes('"}'))

test('in the runtime, a byte order mark is not JSON', () => {
  expect(readJsonBody(bytes('\ufeff{}'))).toMatchObject({ ok: false, fault: 'not_json' })
})

test('in the runtime, bytes that are not UTF-8 are refused, and later bodies are read', () => {
  for (const wrong of [[0x80], [0xe7, 0x8e], [0xc0, 0xaf], [0xed, 0xa0, 0x80]]) {
    expect(readJsonBody(around(...wrong))).toEqual({ ok: false, fault: 'not_utf8' })
    expect(readJsonBody(around(0xe7, 0x8e, 0x8b))).toEqual({
      ok: true,
      parameters: [{ name: 'a', kind: 'text', text: '王' }],
    })
  }
})

test('in the runtime, percent sequences that are not UTF-8 are refused', () => {
  expect(readFormBody(bytes('a=%ED%A0%80'))).toEqual({ ok: false, fault: 'not_utf8' })
  expect(readFormBody(bytes('a=%E7%8E'))).toEqual({ ok: false, fault: 'not_utf8' })
})

test('in the runtime, a name that is one escape is decoded even where JSON.parse is wrong', () => {
  // V8 may cache this name and give it for the next name that is one escape.
  JSON.parse('{"x":0,"\\\\":1}')
  const body = readJsonBody(bytes('{"x":0,"\\u0075":1}'))

  expect(body.ok && body.parameters.map(({ name }) => name)).toEqual(['x', 'u'])
})
