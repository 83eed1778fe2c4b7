import { moneyFromText } from '../../units/money.ts'
import { linkIdOfPrefix } from '../links/link-identity.ts'
import {
  type CallbackRef,
  type OrderRef,
  parseCallbackId,
  parseTradeNo,
} from '../orders/order-identity.ts'

/** The possible meanings of a search text; null for an impossible one. */
export type SearchKeys = {
  /** As written: a bank's number of a transaction. */
  readonly text: string
  /** The forms of an order's or member's number, or a merchant's uid: plain, and as written, as others may store it. */
  readonly numbers: readonly string[]
  readonly order: OrderRef | null
  readonly callback: CallbackRef | null
  /** A link, by the beginning of its session or token. */
  readonly link: { readonly id: number; readonly beginning: string } | null
  /** The digits of a bank account's number. */
  readonly accountNo: string | null
  /** In hundredths, above 0. */
  readonly amount: number | null
  /** The last five digits of a member's account. */
  readonly last5: string | null
  /** Five digits after an ellipsis, as pages show the end of an account, which may be one of ours. */
  readonly accountEnd: string | null
  /** The end of a transaction number, as pages show it. */
  readonly tradeNoEnd: string | null
  /** A name beside digits or an amount, which filters their results. */
  readonly name: string | null
  /** The beginning of an order's number, in each searched spelling. */
  readonly beginnings: readonly string[]
}

/** Parses the text of a search (back office §7) into its possible meanings. */
export function searchKeys(q: string): SearchKeys {
  const text = q.trim()
  const plain = plainText(text)
  const linkId = linkIdOfPrefix(plain)
  const digits = plain.replace(/[ -]/g, '')
  const order = parseTradeNo(plain.toUpperCase())
  const callback = parseCallbackId(
    plain.replace(callbackText, (_, rest: string) => `cb_${rest.toUpperCase()}`),
  )
  const { deposit, name } = withName(plain) ?? { deposit: plain, name: null }
  return {
    text,
    numbers: [...new Set([plain, text])].filter((one) => one !== ''),
    order,
    callback,
    link: linkId === null ? null : { id: linkId, beginning: plain },
    accountNo: accountText.test(digits) ? digits : null,
    amount: amountOf(deposit),
    last5: fiveDigits.exec(deposit)?.[1] ?? null,
    accountEnd: shortAccount.exec(plain)?.[1] ?? null,
    tradeNoEnd: shortTradeNo.exec(plain)?.[1]?.toUpperCase() ?? null,
    name,
    beginnings: order === null && callback === null ? beginningsOf(plain) : [],
  }
}

// Our own numbers are ASCII. Input methods write full width, and chats put invisible marks around copied text.
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u2212', '-')
    .trim()
}

const callbackText = /^cb_(.*)$/i
const accountText = /^\d{5,20}$/
// Also in the form of pages: …12345.
const fiveDigits = /^(?:\.{2,3})?(\d{5})$/
const shortAccount = /^\.{2,3}(\d{5})$/
const shortTradeNo = /^\.{2,3}([0-9A-HJKMNP-TV-Z]{6})$/i
const amountText = /^-?(?:NT)?\$? ?-?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?元?$/i

// Amounts in the forms of pages and members: 1,000.00, -500, NT$250, 250 元.
function amountOf(text: string): number | null {
  const [, written = ''] = amountText.exec(text) ?? []
  const amount = moneyFromText(written.replaceAll(',', ''))
  return typeof amount === 'number' && amount > 0 ? amount : null
}

// 13344 王, 王小明 NT$8,888, 王小明13344; null unless it is a deposit and a name. The longest deposit wins: the 元 of 8,888 元 王
// is no name.
function withName(plain: string): { readonly deposit: string; readonly name: string } | null {
  if (isDeposit(plain)) return null
  const words = plain.replace(nameBesideDigits, ' ').split(/\s+/)
  for (let count = words.length - 1; count > 0; count -= 1) {
    const parts = [
      { deposit: words.slice(0, count).join(' '), name: words.slice(count).join(' ') },
      { deposit: words.slice(-count).join(' '), name: words.slice(0, -count).join(' ') },
    ]
    const found = parts.find(({ deposit, name }) => isDeposit(deposit) && nameText.test(name))
    if (found !== undefined) return found
  }
  return null
}

const nameBesideDigits = /(?<=\p{Script=Han})(?=[\d.])|(?<=\d)(?=\p{Script=Han})/gu
const nameText = /^\D*\p{L}\D*$/u

function isDeposit(text: string): boolean {
  return amountOf(text) !== null || fiveDigits.test(text)
}

// As written, in upper and lower case, and capitalised, because an index is case-sensitive. Few digits are an amount,
// or an account's last ones.
function beginningsOf(plain: string): readonly string[] {
  if (!(isDeposit(plain) ? manyDigits : beginningText).test(plain)) return []
  const small = plain.toLowerCase()
  const capital = small.charAt(0).toUpperCase() + small.slice(1)
  return [...new Set([plain, plain.toUpperCase(), small, capital])]
}

const manyDigits = /^\d{6,64}$/
const beginningText = /^(?!\.{2})(?!\d{1,5}$)\S{3,64}$/
