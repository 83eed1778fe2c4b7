import type { OutsideTexts } from './outside-texts.ts'

// What would be code if a page took it for its own, ends attributes and elements, and turns the direction of writing
// without turning it back.
const attack = `<script>hacked()</script>"'><img src=x onerror=hacked()></td></dd>&lt;\u202e`

/** A text of exactly that length that would do harm on a page that did not show it as text, with a name to know it by. */
function hostile(name: string, length: number): string {
  const text = `${name}${attack}`
  return text + '長'.repeat(length - text.length)
}

export const hostileTexts: OutsideTexts = {
  merchant: hostile('merchant', 120),
  member: hostile('member', 120),
  payer: hostile('payer', 120),
  bankName: hostile('bank', 120),
  payee: hostile('payee', 120),
  counterparty: hostile('counterparty', 120),
  product: hostile('product', 120),
  tag: '<b onclick=hacked()>\u202e薪資'.padEnd(60, '長'),
  memo: hostile('memo', 500),
  note: hostile('note', 2_000),
  extra: { '<i>name': hostile('extra', 200) },
  answer: hostile('answer', 120),
  orderNo: `<b>"'><i>`,
  path: `?q=<script>hacked()</script>`,
}
