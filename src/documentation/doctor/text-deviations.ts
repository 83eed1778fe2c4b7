import { compact, unescaped } from '../../signing/nested-text.ts'
import type { Parameter } from '../../signing/parameters.ts'
import type { MistakeName } from './mistakes.ts'
import { textOf } from './notes.ts'
import { asFloat, asGoFloat, asPythonFloat } from './number-forms.ts'
import { type Deviation, deviation, type Plan, signedAs } from './plan.ts'
import { type JsonStyle, rewrittenJson } from './rewritten-json.ts'

/** Texts and objects in other ways of writing. The first ones are accepted. */
export function textDeviations(hasNested: boolean): readonly Deviation[] {
  const accepted = [compact, unescaped, (one: string) => compact(unescaped(one))].map(
    (nested): Deviation => ({ mistakes: [], part: { nested } }),
  )
  return [
    ...(hasNested ? accepted : []),
    ...escapes.flatMap(([mistake, rewrite]) => {
      const text = { text: (value: string) => insideOf(rewrite(JSON.stringify(value))) }
      const nested = { nested: rewrite }
      const both = deviation(mistake, { ...text, ...nested })
      if (!hasNested) return [both]
      const string = (value: string) => rewrite(JSON.stringify(value))
      const anew = inStyle([mistake], { string })
      return [
        both,
        { ...anew, part: { ...text, ...anew.part } },
        ...[text, nested].map((part): Deviation => deviation(mistake, part)),
      ]
    }),
    text('quoted', (value) => JSON.stringify(value)),
    text('trimmed', (value) => value.trim()),
    encoding('url_encoded', encodeURIComponent),
    encoding('url_encoded', (value) => encodeURIComponent(value).replace(/[!'()*]/g, percent)),
    encoding('url_encoded', encodeURI),
    encoding('url_encoded', (value) => lowerPercent(encodeURIComponent(value))),
    encoding('url_encoded_plus', formEncoded),
    encoding('url_encoded_plus', (value) => lowerPercent(formEncoded(value))),
    encoding('url_encoded_plus', (value) => value.replaceAll(' ', '+')),
    encoding('url_decoded', urlDecoded),
    encoding('url_decoded', (value) => urlDecoded(value.replaceAll('+', ' '))),
    ...[
      '&quot;&#039;',
      `&quot;'`,
      `"'`,
      '&quot;&#39;',
      '&#34;&#39;',
      '&quot;&#x27;',
      '&quot;&apos;',
    ].map((quotes) => encoding('escaped_entities', (value) => entities(value, quotes))),
    encoding('escaped_quotes', addSlashes),
    text('escaped_quotes', addSlashes),
    ...(hasNested ? nestedDeviations : []),
  ]
}

/** One parameter alone in the code of URLs, or the whole text: with the key and in lower case too. */
export function urlDeviations(parameters: readonly Parameter[]): readonly Deviation[] {
  return [encodeURIComponent, formEncoded].flatMap((encode): readonly Deviation[] => {
    const lower = (text: string) => encode(text).toLowerCase()
    const wholes = [encode, lower].map((write): Plan['seal'] => {
      return (joined, secret) => write(`${joined}&key=${secret}`)
    })
    const seals: Plan['seal'][] = [...wholes, (joined, secret) => `${encode(joined)}&key=${secret}`]
    return [
      ...parameters.map((one) => signedAs('url_encoded', one.name, encode(textOf(one)), one.name)),
      ...seals.map((seal): Deviation => deviation('url_encoded', { seal })),
    ]
  })
}

const escapes: readonly [MistakeName, (json: string) => string][] = [
  ['escaped_slash', (json) => json.replaceAll('/', '\\/')],
  ['escaped_unicode', asAscii],
  ['escaped_php', (json) => asAscii(json).replaceAll('/', '\\/')],
  ['escaped_html', (json) => json.replace(/[<>&\u2028\u2029]/g, escapedUnit)],
  ['escaped_html', (json) => json.replace(/[<>&=']/g, escapedUnit)],
  ['escaped_html', (json) => json.replace(/[<>&'+`\u0080-\uffff]/g, upperUnit)],
]

const plainStyle: JsonStyle = {
  comma: ',',
  colon: ':',
  indent: 0,
  string: (value) => JSON.stringify(value),
  number: (source) => source,
  word: (word) => word,
  sorted: false,
  braces: ['{', '}'],
}

type StylePart = { readonly mistakes: readonly MistakeName[]; readonly style: Partial<JsonStyle> }

const spacings: readonly StylePart[] = [
  { mistakes: [], style: {} },
  { mistakes: ['json_spaced'], style: { comma: ', ', colon: ': ' } },
  { mistakes: ['json_spaced'], style: { indent: 2, colon: ': ' } },
  { mistakes: ['json_spaced'], style: { indent: 4, colon: ': ' } },
]

const rewrites: readonly StylePart[] = [
  { mistakes: [], style: {} },
  { mistakes: ['nested_order'], style: { sorted: true } },
  { mistakes: ['nested_numbers'], style: { number: (source) => String(Number(source)) } },
  { mistakes: ['nested_numbers'], style: { number: asFloat } },
  {
    mistakes: ['nested_order', 'nested_numbers'],
    style: { sorted: true, number: (source) => String(Number(source)) },
  },
]

const styleEscapes: readonly StylePart[] = [
  { mistakes: [], style: {} },
  ...escapes.map(([mistake, rewrite]): StylePart => {
    return { mistakes: [mistake], style: { string: (value) => rewrite(JSON.stringify(value)) } }
  }),
]

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
const bare = (value: string) => value

// Objects as Python, Java and Go print them.
const foreign: readonly Partial<JsonStyle>[] = [
  ...[bare, asPythonFloat, asFloat].flatMap((number) => [
    {
      ...{ comma: ', ', colon: ': ', string: (value: string) => `'${value}'`, number },
      word: (word: string) => pythonWords[word] ?? word,
    },
    { comma: ', ', colon: '=', string: bare, number },
  ]),
  {
    ...{ comma: ' ', colon: ':', string: bare, number: asGoFloat, sorted: true },
    ...{ braces: ['map[', ']'], word: (word) => word.replace('null', '<nil>') },
  },
]

const nestedDeviations: readonly Deviation[] = [
  ...spacings.flatMap((spacing) =>
    rewrites.flatMap((rewrite) =>
      styleEscapes.map((escaped): Deviation => {
        const mistakes = [...spacing.mistakes, ...rewrite.mistakes, ...escaped.mistakes]
        const named = mistakes.length === 0 ? (['nested_rewritten'] as const) : mistakes
        return inStyle(named, { ...spacing.style, ...rewrite.style, ...escaped.style })
      }),
    ),
  ),
  ...foreign.map((style) => inStyle(['nested_not_json'], style)),
  ...['Array', '[object Object]', 'Object'].map((word): Deviation => {
    return deviation('nested_not_json', { nested: () => word }, word)
  }),
  deviation('quoted', { nested: (source) => JSON.stringify(source) }),
  deviation('nested_dropped', { nested: () => '' }),
]

function inStyle(mistakes: readonly MistakeName[], style: Partial<JsonStyle>): Deviation {
  const whole = { ...plainStyle, ...style }
  return { mistakes, part: { nested: (source) => rewrittenJson(source, whole) ?? source } }
}

function text(mistake: MistakeName, how: Plan['text']): Deviation {
  return deviation(mistake, { text: how })
}

function encoding(mistake: MistakeName, encode: Plan['encode']): Deviation {
  return deviation(mistake, { encode })
}

function insideOf(json: string): string {
  return json.slice(1, -1)
}

function asAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, escapedUnit)
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function upperUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

function percent(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase()}`
}

function formEncoded(value: string): string {
  return new URLSearchParams({ '': value }).toString().slice(1)
}

function lowerPercent(value: string): string {
  return value.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}

function urlDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function addSlashes(value: string): string {
  return value.replace(/["'\\]/g, '\\$&')
}

// Both quotation marks are written as `quotes` has them.
function entities(value: string, quotes: string): string {
  const [double = '', single = ''] = quotes.match(/&[^;]+;|./g) ?? []
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return value.replace(/[&<>"']/g, (one) => names[one] ?? (one === '"' ? double : single))
}
