import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Parameter, readJsonBody } from '../../../src/signing/parameters.ts'
import { aBody } from '../../support/canonical.ts'
import { forAll } from '../../support/property.ts'
import { itemsOf } from '../../support/tables.ts'
import { parametersOf } from './parameters.ts'

const read = (json: string) => readJsonBody(new TextEncoder().encode(json))

test('property: a generated body is read as it was generated', () =>
  forAll([aBody()], 500, ({ json, members }) => {
    const found = parametersOf(json).map((parameter) => {
      const { name, kind } = parameter
      if (kind === 'text') return { name, kind, read: parameter.text }
      if (kind === 'boolean') return { name, kind, read: String(parameter.value) }
      return { name, kind, read: kind === 'null' ? 'null' : parameter.source }
    })
    expect(found).toEqual(members.map(({ name, kind, read }) => ({ name, kind, read })))
  }))

test('property: what JSON.parse accepts is read, but for the refusals of our own', () => {
  let accepted = 0
  let refused = 0
  const check = (json: string) => {
    const verdict = verdictOfTheRuntime(json)
    const body = read(json)
    if (verdict !== 'accepted') {
      refused += 1
      expect({ json, ok: body.ok }).toEqual({ json, ok: false })
      return
    }
    accepted += 1
    if (misreadByTheRuntime.test(json)) {
      expect({ json, ok: body.ok }).toEqual({ json, ok: true })
      return
    }
    const parsed = JSON.parse(json) as Record<string, unknown>
    const values = parametersOf(json).map((parameter) => [parameter.name, asParsed(parameter)])
    expect(new Map(values as [string, unknown][])).toEqual(new Map(Object.entries(parsed)))
  }
  forAll([aDamagedBody()], 3000, check)
  expect(Math.min(accepted, refused)).toBeGreaterThan(300)
})

test('property: a body is refused as not UTF-8 exactly when it is not', () => {
  const bytes = fc.array(
    fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe7, 0x8e, 0xed, 0xa0, 0xf0, 0x9f),
  )
  forAll([bytes], 1000, (inside) => {
    const body = Uint8Array.from([...Buffer.from('{"a":"'), ...inside, ...Buffer.from('"}')])
    expect(readJsonBody(body).ok).toBe(isUtf8(body))
  })
})

// JSON.parse may confuse a name that has an escape with an earlier one.
const misreadByTheRuntime = /"(?:[^"\\]|\\.)*\\.(?:[^"\\]|\\.)*"\s*:/

/** A generated body with a few characters changed, left out or put in; sometimes none. */
function aDamagedBody(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...'"\\{}[],:01.e- \n\u0000王',
    ...itemsOf(String.raw`\u \ud83d \ude00 true null {"a":1, "a": [[[[[[[[ ]]]]]]]]`),
  )
  const damage = fc.record({ where: fc.nat(), removed: fc.nat(2), added: fc.option(piece) })
  return fc.tuple(aBody(), fc.array(damage, { maxLength: 2 })).map(([{ json }, damages]) => {
    let damaged = json
    for (const { where, removed, added } of damages) {
      const at = where % (damaged.length + 1)
      damaged = damaged.slice(0, at) + (added ?? '') + damaged.slice(at + removed)
    }
    return damaged.toWellFormed()
  })
}

// JSON.parse checks the grammar; the tokens show what it accepts and we refuse.
function verdictOfTheRuntime(json: string): 'accepted' | 'refused' {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return 'refused'
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return 'refused'
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g) ?? []
  const open: string[][] = []
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push([])
    if (open.length > 8) return 'refused'
    if (token === '}' || token === ']') open.pop()
    if (!token.startsWith('"')) continue
    const text = JSON.parse(token) as string
    if (!text.isWellFormed()) return 'refused'
    if (tokens[index + 1] !== ':') continue
    if (open.at(-1)?.includes(text)) return 'refused'
    open.at(-1)?.push(text)
  }
  return 'accepted'
}

function asParsed(parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'text':
      return parameter.text
    case 'boolean':
      return parameter.value
    case 'null':
      return null
    default:
      return JSON.parse(parameter.source)
  }
}
