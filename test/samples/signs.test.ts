import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { aBody, canonicalSign, canonicalText, type Forms } from '../support/canonical.ts'
import { runSign } from './support/programs.ts'
import { otherVectors, type SignLine, signLine, vectorLines } from './support/vectors.ts'

// `npm run long -- samples` draws more.
const bodies = Number(process.env.SAMPLE_BODIES ?? 100)

const asSent: Forms = { number: 'sent', nested: 'sent', boolean: 'words', moneyNames: new Set() }

// Bodies in any spelling and spacing, parts of which are signed. Names are ASCII, like the service's; each is a line.
const isLine = /^[^\r\n]*$/
const isAscii = /^[\0-\x7f]*$/
const body = aBody().filter(({ json, members }) => {
  const isSigned = !canonicalText(members, '', asSent).startsWith('&')
  return isSigned && isLine.test(json) && members.every(({ name }) => isAscii.test(name))
})
const someSecret = fc.constantFrom('k3y', 'a&b=c+d/é', '王', ' ')
const anyLines = fc.sample(fc.tuple(body, someSecret), bodies).map(([body, secret]): SignLine => {
  const text = canonicalText(body.members, secret, asSent)
  return { name: text, line: signLine(body.json, secret), sign: canonicalSign(text) }
})

const samples = inject('samples').map((sample) => [sample.name, sample] as const)

test('21 vectors are there, of which all 18 of the current style are given to the samples', () => {
  expect(vectorLines).toHaveLength(18)
  expect(otherVectors).toEqual(['legacy-collection', 'legacy-collection-excluded', 'legacy-payout'])
})

test.each(samples)('%s signs every vector, and any body as it is sent', async (_name, sample) => {
  const lines = [...vectorLines, ...anyLines]
  const {
    code,
    lines: printed,
    errors,
  } = await runSign(
    sample,
    lines.map(({ line }) => line),
  )
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const wrong = lines.filter(({ sign }, at) => printed[at] !== sign)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(printed).toHaveLength(lines.length)
})

test.each(samples)('%s tells a line that it cannot read, and goes on', async (_name, sample) => {
  const [good] = vectorLines
  if (good === undefined) throw new Error('there are no vectors')
  const bad = [
    'no JSON',
    '{',
    '[]',
    '1',
    '"text"',
    '{}',
    '{"fields":{}}',
    '{"secret":"s"}',
    '{"fields":[],"secret":"s"}',
    '{"fields":"a","secret":"s"}',
    '{"fields":{},"secret":1}',
    '{"fields":{"a":1,},"secret":"s"}',
  ]
  const { code, lines } = await runSign(sample, [...bad, good.line])
  expect(code).toBe(0)
  expect(lines.filter((line) => line.startsWith('error: '))).toHaveLength(bad.length)
  expect(lines.at(-1)).toBe(good.sign)
})
