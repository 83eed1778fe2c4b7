import { shortest, twoDecimals } from '../../signing/number-text.ts'
import type { Parameter } from '../../signing/parameters.ts'
import { moneyNames } from '../../signing/value-forms.ts'
import type { MistakeName } from './mistakes.ts'
import {
  asFloat,
  asGoFloat,
  asJavaDouble,
  asPhpFloat,
  exponentOf,
  thousands,
} from './number-forms.ts'
import type { Deviation, Plan } from './plan.ts'

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

/** Numbers and booleans in other texts. The first ones are accepted. */
export const numberDeviations: readonly Deviation[] = [
  numbers([], (source, { kind }) => (kind === 'number' ? shortest(source) : source)),
  numbers([], (source, { kind, name }) =>
    kind === 'number' && moneyNames.has(name) ? twoDecimals(source) : source,
  ),
  { mistakes: [], part: { boolean: (value) => (value ? '1' : '') } },
  numbers(['number_shortest'], ofMoney(shortest)),
  numbers(['number_two_decimals'], ofMoney(twoDecimals)),
  numbers(['number_two_decimals'], ofNumbers(twoDecimals)),
  numbers(['number_one_decimal'], ofMoney(asFloat)),
  numbers(['number_one_decimal'], ofNumbers(asFloat)),
  numbers(
    ['number_one_decimal'],
    ofNumbers((one) => (/[.eE]/.test(one) ? asFloat(one) : one)),
  ),
  numbers(['number_rounded'], ofNumbers(asPhpFloat)),
  numbers(['number_exponent'], ofNumbers(asJavaDouble)),
  numbers(['number_exponent'], ofNumbers(asGoFloat)),
  numbers(
    ['number_exponent'],
    ofMoney((one) => exponentOf(one, 'e+')),
  ),
  numbers(
    ['number_exponent'],
    ofMoney((one) => exponentOf(one, 'E')),
  ),
  numbers(
    ['number_exponent'],
    ofMoney((one) => exponentOf(one, 'e')),
  ),
  numbers(
    ['number_double'],
    ofNumbers((one) => String(Number(one))),
  ),
  numbers(
    ['number_double'],
    ofMoney((one) => String(Number(one))),
  ),
  numbers(
    ['number_six_decimals'],
    ofMoney((one) => Number(one).toFixed(6)),
  ),
  numbers(
    ['number_six_decimals'],
    ofNumbers((one) => Number(one).toFixed(6)),
  ),
  numbers(
    ['number_cents'],
    ofMoney((one) => String(Math.round(Number(one) * 100))),
  ),
  numbers(
    ['number_whole'],
    ofMoney((one) => String(Math.trunc(Number(one)))),
  ),
  numbers(
    ['number_whole'],
    ofNumbers((one) => String(Math.trunc(Number(one)))),
  ),
  numbers(
    ['number_thousands'],
    ofMoney((one) => thousands(one)),
  ),
  numbers(
    ['number_thousands'],
    ofMoney((one) => thousands(twoDecimals(one))),
  ),
  ...[
    ['True', 'False'],
    ['TRUE', 'FALSE'],
    ['1', '0'],
    ['Y', 'N'],
  ].map(([yes = '', no = '']): Deviation => {
    const part = { boolean: (value: boolean) => (value ? yes : no) }
    return { mistakes: ['boolean_text'], part, detail: `${yes}, ${no}` }
  }),
]

function keeping(mistake: MistakeName, keep: Plan['keep']): Deviation {
  return { mistakes: [mistake], part: { keep } }
}

function numbers(mistakes: readonly MistakeName[], number: Plan['number']): Deviation {
  return { mistakes, part: { number } }
}

function ofMoney(write: (source: string) => string): Plan['number'] {
  return (source, { name }) => (moneyNames.has(name) ? write(source) : source)
}

function ofNumbers(write: (source: string) => string): Plan['number'] {
  return (source, { kind, name }) =>
    kind === 'number' || moneyNames.has(name) ? write(source) : source
}

function isZero(value: string): boolean {
  return /^-?0+(?:\.0+)?$/.test(value)
}
