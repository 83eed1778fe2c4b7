import type { Meaning } from '../units/language.ts'

/** What holds of an endpoint beyond its fields: rules in the order that a reader needs them. */
export function notesOf(number: number): readonly Meaning[] {
  return notes[number] ?? []
}

// By number, for those of §4 that have rules of their own; what the contract does not have is not asked for.
const notes: Readonly<Record<number, readonly Meaning[]>> = {
  2: [
    {
      zh: '在商戶後端呼叫，並在顯示金額之前。',
      en: 'Call it from your backend, before amounts are displayed.',
    },
  ],
  3: [
    {
      zh: '金額須為固定金額之一；允許自訂時，也可以是自訂範圍內的整數。',
      en:
        'The amount is one of the fixed ones or, where custom amounts are allowed, in their ' +
        'range.',
    },
    {
      zh: '只把導向網址交給會員的瀏覽器；API 密鑰絕不離開商戶後端。',
      en: 'Only the redirect address goes to the member’s browser; the API secret never does.',
    },
  ],
  4: [
    {
      zh: '會員在兌幣頁面選擇金額。完成時通知事件為 collection.completed。',
      en:
        'The member picks the amount on the exchange page. The event told is ' +
        'collection.completed.',
    },
  ],
  5: [
    {
      zh: '同一商戶的 orderid 不可重複；未傳 merchant_order_no 時等於 orderid。',
      en: 'An orderid is used once per merchant; merchant_order_no equals it when absent.',
    },
    {
      zh: '回應的 trade_no 是平台交易號，查詢、重送通知與聯絡平台時都可使用。',
      en: 'The trade_no of the answer is the platform’s number: queries and resends take it too.',
    },
    {
      zh: '建立時可直接給最終狀態；商戶自行申報的款項須經後台確認，才會成為可用餘額。',
      en:
        'A final status may be given at once; money you declare is available once it is ' +
        'confirmed.',
    },
  ],
  6: [
    {
      zh: '至少給一個單號；給了多個時必須全部相符。只查得到自己的訂單。',
      en: 'Give at least one number; several must all match. Only your own orders are found.',
    },
    {
      zh: 'merchant_order_no 重複時，以已付款的訂單優先，否則為最新的一筆。',
      en: 'Where merchant_order_no repeats, one that was paid wins, else the newest.',
    },
  ],
  7: [
    {
      zh: '同一商戶的 serial_no 不可重複。建立後凍結該金額；處理時扣款，取消時釋回。',
      en: 'A serial_no is used once per merchant. Its amount is frozen, then debited or released.',
    },
    {
      zh: '回應的 trade_no 是平台交易號，查詢、重送通知與聯絡平台時都可使用。',
      en: 'The trade_no of the answer is the platform’s number: queries and resends take it too.',
    },
    {
      zh: '逾時沒有得到回應時，先查詢再決定是否重送，並沿用同一個 serial_no。',
      en: 'After a time-out query first, and repeat with the same serial_no only.',
    },
  ],
  8: [
    {
      zh: '至少給一個單號；給了多個時必須全部相符。只查得到自己的訂單。',
      en: 'Give at least one number; several must all match. Only your own orders are found.',
    },
    {
      zh: 'merchant_order_no 重複時，以已處理（processed）的代付優先，否則為最新的一筆。',
      en: 'Where merchant_order_no repeats, a processed payout wins, else the newest.',
    },
  ],
  9: [
    {
      zh: 'balance0 = balance + balance1 + balance2。channels 各通道相加等於總額。',
      en: 'balance0 = balance + balance1 + balance2. The channels add up to the whole.',
    },
  ],
  10: [
    {
      zh: '無需簽名與 uid；可快取一小時。q 省略時列出全部。',
      en: 'Neither signature nor uid; may be cached for an hour. Without q it lists all.',
    },
  ],
  11: [
    {
      zh: '立即多送一次通知，不影響原有排程；同一訂單每 10 秒一次。回應在嘗試之前送出。',
      en:
        'One extra attempt at once, beside the schedule; once per 10 s and order. It answers ' +
        'before.',
    },
    {
      zh: '訂單須已完成且有通知網址；以任一單號指定訂單，單號重複時與查詢相同。',
      en:
        'The order is final and has an address; any of its numbers names it, a repeated one the ' +
        'order that a query finds.',
    },
  ],
  12: [
    {
      zh: '無需簽名；給 merchant_uid 時加列該商戶的商品。',
      en: 'No signature; merchant_uid adds that merchant’s products to the platform’s.',
    },
  ],
}
