import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { anyCharacter } from './property.ts'

// A second implementation of §5.3 that shares nothing with src: bodies are generated together with the text that each
// value must be signed as, so nothing here reads JSON.

/** The form in which each kind of value is signed. */
export type Forms = {
  readonly number: 'sent' | 'shortest' | 'two_decimals'
  readonly nested: 'sent' | 'compact' | 'unescaped' | 'compact_unescaped'
  readonly boolean: 'words' | 'php'
  readonly moneyNames: ReadonlySet<string>
}

/** One generated parameter, with the text it must be read and signed as. */
export type Member = {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'nested'
  /** The decoded text, or the source of any other value. */
  readonly read: string
  readonly signed: (forms: Forms, name: string) => string
}

/** A generated JSON body and its members in the order sent. */
type Body = { readonly json: string; readonly members: readonly Member[] }

/** The text that must be hashed (§5.3.1–6). */
export function canonicalText(members: readonly Member[], secret: string, forms: Forms): string {
  const pairs = members
    .map(({ name, signed }) => [name, signed(forms, name)] as const)
    .filter(([name, value]) => name !== 'sign' && value.length > 0)
    .sort(([one], [other]) => Buffer.compare(codeUnits(one), codeUnits(other)))
    .map((pair) => pair.join('='))
  return `${pairs.join('&')}&key=${secret}`
}

/** The sign of a text as §5.3.7 has it, by Node's own MD5. */
export function canonicalSign(text: string): string {
  return createHash('md5').update(Buffer.from(text, 'utf8')).digest('hex').toUpperCase()
}

/** A number's shortest plain decimal and, where exact, its form with two decimals. */
export function numberForms(parts: NumberParts): { shortest: string; cents: string | null } {
  let scale = -parts.fraction.length + Number(parts.exponent)
  let value = BigInt(parts.whole + parts.fraction)
  if (scale > 0) {
    value *= 10n ** BigInt(scale)
    scale = 0
  }
  while (scale < 0 && value % 10n === 0n) {
    value /= 10n
    scale += 1
  }
  const minus = parts.minus && value !== 0n ? '-' : ''
  const shortest = minus + withPoint(value, -scale)
  return scale < -2
    ? { shortest, cents: null }
    : { shortest, cents: minus + withPoint(value * 10n ** BigInt(2 + scale), 2) }
}

type NumberParts = { minus: boolean; whole: string; fraction: string; exponent: string }

/** Every spelling of a JSON number that has a plain form. */
export function aNumber(): fc.Arbitrary<{ source: string; parts: NumberParts }> {
  const digit = fc.constantFrom(...'000123456789')
  const digits = (minLength: number, maxLength: number) =>
    fc.array(digit, { minLength, maxLength }).map((all) => all.join(''))
  const whole = fc.oneof(
    fc.constant('0'),
    fc.tuple(fc.constantFrom(...'123456789'), digits(0, 24)).map((parts) => parts.join('')),
  )
  const fraction = fc.oneof(fc.constant(''), digits(1, 4), digits(1, 24))
  const exponent = fc.option(
    fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat(9), fc.boolean()),
  )
  return fc
    .record({ minus: fc.boolean(), whole, fraction, exponent })
    .map(({ minus, whole, fraction, exponent }) => {
      const [letter, sign, power, padded] = exponent ?? ['', '', 0, false]
      const spelled = exponent === null ? '' : letter + sign + (padded ? '00' : '') + power
      const point = fraction === '' ? '' : `.${fraction}`
      return {
        source: (minus ? '-' : '') + whole + point + spelled,
        parts: { minus, whole, fraction, exponent: `${sign}${power}` },
      }
    })
}

/** JSON bodies: any names, any values, any spelling and spacing, up to eight levels deep. */
export function aBody(): fc.Arbitrary<Body> {
  const member = fc.tuple(aName(), aValue(), blank(), blank(), blank(), blank())
  return fc
    .tuple(uniquelyNamed(member), blank(), blank(), blank())
    .map(([members, before, inside, after]) => {
      const written = members.map(
        ([name, value, ...blanks]) =>
          `${blanks[0]}${name.sent}${blanks[1]}:${blanks[2]}${value.json}${blanks[3]}`,
      )
      return {
        json: `${before}{${written.join(',') || inside}}${after}`,
        members: members.map(([name, { member }]) => ({ ...member, name: name.text })),
      }
    })
}

type Spelling = { readonly text: string; readonly sent: string; readonly unescaped: string }
type Token = { readonly sent: string; readonly unescaped: string; readonly isBlank: boolean }
type Value = { readonly json: string; readonly member: Omit<Member, 'name'> }

function codeUnits(name: string): Buffer {
  return Buffer.from(name, 'utf16le').swap16()
}

function withPoint(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
}

function blank(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\t', '\r\n  ') },
  )
}

const shortEscapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

// One character in one of its JSON spellings; `unescaped` as §5.3 says.
function spell(text: string, how: 'raw' | 'short' | 'lower' | 'upper'): Spelling {
  const code = text.codePointAt(0) ?? 0
  const units = text.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  const short = shortEscapes[text]
  const mayBeRaw = code >= 0x20 && text !== '"' && text !== '\\'
  if (how === 'raw' && mayBeRaw) return { text, sent: text, unescaped: text }
  if ((how === 'short' || how === 'raw') && short !== undefined) {
    return { text, sent: short, unescaped: text === '/' ? '/' : short }
  }
  const sent = units.map((hex) => `\\u${how === 'upper' ? hex.toUpperCase() : hex}`).join('')
  const stays = code < 0x20 || text === '"' || text === '\\'
  return { text, sent, unescaped: stays ? sent : text }
}

function aString(maxLength = 12): fc.Arbitrary<Spelling> {
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'abuxyz0019 _-&=+%/\\"\u007f\n\t\b\u0000\u001f') },
    { weight: 2, arbitrary: fc.constantFrom('王', 'é', '\u0080', '\u2028', '\uffff', '😀', '𝒳') },
    { weight: 1, arbitrary: anyCharacter() },
  )
  const how = fc.constantFrom('raw', 'raw', 'raw', 'short', 'lower', 'upper')
  const spelled = fc.tuple(character, how).map(([text, way]) => spell(text, way))
  return fc.array(spelled, { maxLength }).map((all) => ({
    text: all.map(({ text }) => text).join(''),
    sent: `"${all.map(({ sent }) => sent).join('')}"`,
    unescaped: `"${all.map(({ unescaped }) => unescaped).join('')}"`,
  }))
}

function aName(): fc.Arbitrary<Spelling> {
  const known = fc
    .constantFrom('uid', 'amount', 'paid_amount', 'sign', 'key', '__proto__', 'toString', '1')
    .map((text) => ({ text, sent: `"${text}"`, unescaped: `"${text}"` }))
  return fc.oneof(known, aString(5))
}

function uniquelyNamed<Rest extends unknown[]>(
  member: fc.Arbitrary<[Spelling, ...Rest]>,
): fc.Arbitrary<[Spelling, ...Rest][]> {
  return fc.uniqueArray(member, { maxLength: 10, selector: ([name]) => name.text })
}

function aValue(): fc.Arbitrary<Value> {
  const text = aString().map(
    ({ text, sent }): Value => ({
      json: sent,
      member: { kind: 'text', read: text, signed: () => text },
    }),
  )
  const number = aNumber().map(({ source, parts }): Value => {
    const { shortest, cents } = numberForms(parts)
    const signed = (forms: Forms, name: string) => {
      if (forms.number === 'shortest') return shortest
      const isMoney = forms.number === 'two_decimals' && forms.moneyNames.has(name)
      return isMoney ? (cents ?? source) : source
    }
    return { json: source, member: { kind: 'number', read: source, signed } }
  })
  const labels = { true: '1', false: '' } as const
  const boolean = fc.constantFrom('true', 'false').map((word): Value => {
    const signed = (forms: Forms) => (forms.boolean === 'php' ? labels[word] : word)
    return { json: word, member: { kind: 'boolean', read: word, signed } }
  })
  const none: Value = { json: 'null', member: { kind: 'null', read: 'null', signed: () => '' } }
  return fc.oneof(text, number, boolean, fc.constant(none), aNestedValue())
}

function aNestedValue(): fc.Arbitrary<Value> {
  const token = (sent: string, unescaped = sent): Token => ({ sent, unescaped, isBlank: false })
  const blanks = blank().map((sent): Token => ({ sent, unescaped: sent, isBlank: true }))
  const asToken = ({ sent, unescaped }: Spelling): Token[] => [token(sent, unescaped)]
  const { nested } = fc.letrec<{ value: Token[]; nested: Token[] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, depthIdentifier: 'nested' },
      aString(6).map(asToken),
      aNumber().map(({ source }) => [token(source)]),
      fc.constantFrom('true', 'false', 'null').map((word) => [token(word)]),
      tie('nested'),
    ),
    nested: fc.oneof(
      fc
        .tuple(fc.array(fc.tuple(blanks, tie('value'), blanks), { maxLength: 3 }), blanks)
        .map(([items, inside]) =>
          enclosed(
            '[',
            items.map((item) => item.flat()),
            inside,
            ']',
          ),
        ),
      fc
        .tuple(uniquelyNamed(fc.tuple(aName(), blanks, tie('value'), blanks)), blanks)
        .map(([members, inside]) => {
          const written = members.map(([name, before, value, after]) => [
            ...asToken(name),
            before,
            token(':'),
            after,
            ...value,
          ])
          return enclosed('{', written, inside, '}')
        }),
    ),
  }))
  function enclosed(open: string, items: Token[][], inside: Token, close: string): Token[] {
    const parted = items.flatMap((item, index) => (index === 0 ? item : [token(','), ...item]))
    return [token(open), inside, ...parted, token(close)]
  }
  return nested.map((tokens): Value => {
    const solid = tokens.filter(({ isBlank }) => !isBlank)
    const forms = {
      sent: tokens.map(({ sent }) => sent).join(''),
      compact: solid.map(({ sent }) => sent).join(''),
      unescaped: tokens.map(({ unescaped }) => unescaped).join(''),
      compact_unescaped: solid.map(({ unescaped }) => unescaped).join(''),
    }
    const signed = ({ nested: form }: Forms) => forms[form]
    return { json: forms.sent, member: { kind: 'nested', read: forms.sent, signed } }
  })
}
