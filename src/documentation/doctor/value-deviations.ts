import { shortest, twoDecimals } from '../../signing/number-text.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { moneyNames } from '../../signing/value-forms.ts'
import type { MistakeName } from './mistakes.ts'
import {
  asFloat,
  asGoFloat,
  asJavaDouble,
  asPhpFloat,
  asPythonFloat,
  exponentOf,
  thousands,
} from './number-forms.ts'
import { type Deviation, deviation, type Plan } from './plan.ts'

/** Empty values that are kept, and others that are dropped. */
export const emptyDeviations: readonly Deviation[] = [
  keeping('empties_kept', () => true),
  keeping('empty_texts_kept', ({ kind }, value) => kind !== 'null' || value !== ''),
  keeping('null_kept', ({ kind }, value) => kind === 'null' || value !== ''),
  ...['null', 'None', 'NULL', 'nil', '<nil>', 'undefined'].flatMap((nothing): Deviation[] => {
    const word = { mistakes: ['null_as_word'], detail: nothing } as const
    const kept = { nothing, keep: (_: Parameter, value: string) => value !== '' }
    return [
      { ...word, part: kept },
      { ...word, part: { ...kept, keep: () => true } },
    ]
  }),
  keeping('zero_dropped', (_, value) => value !== '' && !isZero(value)),
  keeping('false_dropped', (_, value) => value !== '' && value !== 'false'),
  keeping(
    'php_empty_dropped',
    (_, value) => !['', '0', 'false', '[]', '{}'].includes(value) && !isZero(value),
  ),
  keeping('blank_dropped', (_, value) => value.trim() !== ''),
]

type Scope = (write: (source: string) => string) => Plan['number']

const ofMoney: Scope =
  (write) =>
  (source, { name }) =>
    moneyNames.has(name) ? write(source) : source

const ofNumbers: Scope =
  (write) =>
  (source, { kind, name }) =>
    kind === 'number' || moneyNames.has(name) ? write(source) : source

const both = [ofMoney, ofNumbers]

type Rewrite = readonly [MistakeName, (source: string) => string, readonly Scope[]]

// How numbers are rewritten, and which of them.
const rewrites: readonly Rewrite[] = [
  ['number_shortest', shortest, [ofMoney]],
  ['number_decimals', twoDecimals, both],
  ['number_one_decimal', asFloat, both],
  ['number_one_decimal', asPythonFloat, both],
  ['number_rounded', asPhpFloat, [ofNumbers]],
  ['number_exponent', asJavaDouble, both],
  ['number_exponent', asGoFloat, both],
  ...['e+', 'E', 'e'].map((mark) =>
    of('number_exponent', (one) => exponentOf(one, mark), [ofMoney]),
  ),
  ['number_rounded', (one) => String(Number(one)), both],
  ['number_whole', (one) => String(Math.trunc(Number(one))), both],
  ['number_decimals', (one) => Number(one).toFixed(6), both],
  ['number_cents', (one) => String(Math.round(Number(one) * 100)), [ofMoney]],
  ...[thousands, (one: string) => one.replace('.', ',')].flatMap((write) => [
    of('number_marks', write, [ofMoney]),
    of('number_marks', (one) => write(twoDecimals(one)), [ofMoney]),
  ]),
]

const rareRewrites: readonly Rewrite[] = [
  ...[3, 1, 0].map((digits) => of('number_decimals', (one) => Number(one).toFixed(digits), both)),
  ...['NT$', 'TWD ', '$'].flatMap((currency) =>
    [String, shortest, twoDecimals, thousands].map((write) =>
      of('number_marks', (one) => currency + write(one), [ofMoney]),
    ),
  ),
]

/** Numbers and booleans in other texts. The first ones are accepted. */
export const numberDeviations: readonly Deviation[] = [
  numbers([], (source, { kind }) => (kind === 'number' ? shortest(source) : source)),
  numbers([], (source, { kind, name }) =>
    kind === 'number' && moneyNames.has(name) ? twoDecimals(source) : source,
  ),
  { mistakes: [], part: { boolean: (value) => (value ? '1' : '') } },
  ...rewrites.flatMap(rewriting),
  ...[
    ['True', 'False'],
    ['TRUE', 'FALSE'],
    ['1', '0'],
    ['Y', 'N'],
  ].map(([yes = '', no = '']): Deviation => {
    const part = { boolean: (value: boolean) => (value ? yes : no) }
    return deviation('boolean_text', part, `${yes}, ${no}`)
  }),
]

/** Numbers in texts that are seldom meant. */
export const rareNumbers: readonly Deviation[] = rareRewrites.flatMap(rewriting)

function rewriting([mistake, write, scopes]: Rewrite): readonly Deviation[] {
  return scopes.map((scope) => numbers([mistake], scope(write)))
}

function of(...rewrite: Rewrite): Rewrite {
  return rewrite
}

function keeping(mistake: MistakeName, keep: Plan['keep']): Deviation {
  return deviation(mistake, { keep })
}

function numbers(mistakes: readonly MistakeName[], number: Plan['number']): Deviation {
  return { mistakes, part: { number } }
}

function isZero(value: string): boolean {
  return /^-?0+(?:\.0+)?$/.test(value)
}
