import type { Meaning } from '../../../units/language.ts'
import { useDesk } from '../desk.ts'
import { Card } from '../parts/values.tsx'

export const whatToSearch: Meaning = { zh: '可以搜尋什麼', en: 'What can be searched for' }

/** The texts that a search understands, by the reader's role. */
export function WhatToSearch() {
  const { say, identity } = useDesk()
  const rows = identity.role === 'agent' ? ofAgents : [...ofAgents, ...ofReaders]
  return (
    <Card title={whatToSearch}>
      <ul>
        {rows.map((one) => (
          <li>{say(one)}</li>
        ))}
      </ul>
    </Card>
  )
}

const ofAgents = [
  {
    zh: '完整的交易編號、代收編號、代付序號或商戶訂單編號',
    en: "A whole transaction number, order id, serial number or merchant's order number",
  },
  {
    zh: '訂單編號的開頭，至少三個字元，大小寫不拘',
    en: 'What the number of an order begins with: three characters or more, in capitals or not',
  },
  {
    zh: '金額（1,280、NT$1,280.50）：等待中的訂單、銀行交易，以及其 30 天內入帳的訂單',
    en: 'An amount (1,280, NT$1,280.50): orders that wait, bank transactions, and what these paid in the last 30 days',
  },
  {
    zh: '會員帳號的末五碼（12345、…12345）：同上',
    en: "The last five digits of a member's account (12345, …12345): the same",
  },
  {
    zh: '金額或末五碼加上姓名（12345 王）：其中姓名相符的',
    en: 'A name beside an amount or digits (12345 Wang): what of these has the name',
  },
  {
    zh: '縮短的交易編號（…7K3M9Q）：最新的訂單',
    en: 'A shortened transaction number (…7K3M9Q): among the newest orders',
  },
  {
    zh: '付款連結中代碼的前九個字元以上',
    en: 'At least the first nine characters of the code in a payment link',
  },
  {
    zh: '我方銀行帳號，或銀行的交易編號',
    en: "The number of one of our bank accounts, or the bank's own number of a transaction",
  },
  { zh: '會員編號，須指定商戶', en: "A member's number, with its merchant" },
]
const ofReaders = [{ zh: '通知編號、商戶代號', en: "A callback's id, a merchant's code" }]
