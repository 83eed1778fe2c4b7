import { describe, expect, test } from 'vitest'
import { markdownOf } from '../../../src/documentation/twins/markdown.ts'

const address = 'https://pay.example/docs'

describe('a page as Markdown', () => {
  test.each([
    ['<p>one &amp; <b>two</b></p>', 'one & **two**'],
    ['<h2 id="x">Head <code>a*b</code></h2>', '## Head `a*b`'],
    ['<ul><li>one</li><li><p>two</p><p>three</p></li></ul>', '- one\n- two\n\n  three'],
    ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
    [
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td><ul><li>x</li>' +
        '<li>y</li></ul></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | x; y |',
    ],
    ['<pre><code data-language="json">{&quot;a&quot;: 1}\n</code></pre>', '```json\n{"a": 1}\n```'],
    ['<p><a href="#sign">Sign</a></p>', '[Sign](https://pay.example/docs#sign)'],
    ['<p><a href="/openapi.json">API</a></p>', '[API](https://pay.example/openapi.json)'],
    ['<details><summary>More</summary><p>told</p></details>', '**More**\n\ntold'],
    ['<p>a*b [c] &lt;d&gt;</p>', 'a\\*b \\[c\\] \\<d>'],
    [
      '<figure><figcaption>A picture</figcaption><svg><text>no</text></svg></figure>',
      '**A picture**',
    ],
  ])('writes %s', (html, markdown) => {
    const page = `<body><h1>Title</h1><main>${html}</main></body>`
    expect(markdownOf([page], address)).toBe(`# Title\n\n${markdown}\n`)
  })
})
