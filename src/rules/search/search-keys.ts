import { moneyFromText } from '../../units/money.ts'
import { linkIdBeginning } from '../links/link-identity.ts'
import {
  callbackNamed,
  type NamedCallback,
  type NamedOrder,
  orderNamed,
} from '../orders/order-identity.ts'

/** What the text of a search may stand for; null where it cannot be that. */
export type SearchKeys = {
  /** A number of an order, a member or a bank transaction, or a merchant's uid, as it was written. */
  readonly text: string
  readonly order: NamedOrder | null
  readonly callback: NamedCallback | null
  /** A link, by what its session or its token begins with. */
  readonly link: { readonly id: number; readonly beginning: string } | null
  /** The digits of a bank account's number. */
  readonly accountNo: string | null
  /** In hundredths, above 0. */
  readonly amount: number | null
  /** The last five digits of a member's account. */
  readonly last5: string | null
}

/** Reads the one box of a search (back office §7): all that its text may stand for. */
export function searchKeys(q: string): SearchKeys {
  const text = q.trim()
  const plain = plainText(text)
  const linkId = linkIdBeginning(plain)
  const digits = plain.replace(/[ -]/g, '')
  return {
    text,
    order: orderNamed(plain.toUpperCase()),
    callback: callbackNamed(
      plain.replace(callbackText, (_, rest: string) => `cb_${rest.toUpperCase()}`),
    ),
    link: linkId === null ? null : { id: linkId, beginning: plain },
    accountNo: accountText.test(digits) ? digits : null,
    amount: amountOf(plain),
    last5: fiveDigits.test(plain) ? plain : null,
  }
}

// What is ours is ASCII: an input method writes it in full width, and chats put invisible marks around what is copied.
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u2212', '-')
    .trim()
}

const callbackText = /^cb_(.*)$/i
const accountText = /^\d{5,20}$/
const fiveDigits = /^\d{5}$/
const amountText = /^-?(?:NT)?\$? ?-?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?元?$/i

// Agents copy amounts as pages and members write them: 1,000.00, -500, NT$250, 250 元.
function amountOf(text: string): number | null {
  const [, written = ''] = amountText.exec(text) ?? []
  const amount = moneyFromText(written.replaceAll(',', ''))
  return typeof amount === 'number' && amount > 0 ? amount : null
}
