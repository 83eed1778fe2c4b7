import { describe, expect, test } from 'vitest'
import { type Block, heading, same, text } from '../../../src/documentation/page/blocks.ts'
import { printer } from '../../../src/documentation/twins/markdown.ts'
import { sayIn } from '../../../src/units/language.ts'

const print = printer({ language: 'en', say: sayIn('en'), code: 'php' }, 'https://pay.example/docs')

const printed: readonly (readonly [Block, string])[] = [
  [text('', 'one & **two**'), 'one & **two**'],
  [heading('x', '', 'Head `a*b`'), '### [Head `a*b`](https://pay.example/docs#x)'],
  [{ kind: 'items', items: [same('one'), same('two')] }, '- one\n- two'],
  [{ kind: 'steps', items: [same('one'), same('two')] }, '1. one\n2. two'],
  [
    {
      kind: 'table',
      columns: [same('A'), same('B')],
      rows: [[{ code: '1|2' }, { zh: '二', en: 'two', original: '二' }]],
    },
    '| A | B |\n| --- | --- |\n| `1\\|2` | two 二 |',
  ],
  [
    { kind: 'code', caption: same('Body'), language: 'json', text: '{"a": 1}' },
    '**Body**\n\n```json\n{"a": 1}\n```',
  ],
  [
    { kind: 'code', caption: same('Ticks'), language: 'text', text: '```' },
    '**Ticks**\n\n````text\n```\n````',
  ],
  [text('', '[Sign](#sign)'), '[Sign](https://pay.example/docs#sign)'],
  [text('', '[API](/openapi.json)'), '[API](https://pay.example/openapi.json)'],
  [{ kind: 'folded', labels: same('More'), blocks: [text('', 'told')] }, '**More**\n\ntold'],
  [text('', 'a*b [c] <d>'), 'a\\*b \\[c\\] \\<d>'],
  [{ kind: 'picture', name: 'calls' }, '**Who calls whom, for a payment link**'],
]

describe('a chapter as Markdown', () => {
  test.each(printed)('writes %j', (block, markdown) => {
    const chapter = { id: 'top', title: same('Title'), blocks: [block] }
    const head = '## [Title](https://pay.example/docs#top)'
    expect(print(chapter).join('\n\n')).toBe(`${head}\n\n${markdown}`)
  })
})
