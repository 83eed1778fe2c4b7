import type { Meaning } from '../../../units/language.ts'
import type { Chapter } from '../blocks.ts'

const earlier: readonly Meaning[] = [
  {
    zh: '各端點列出它接受的舊欄位名稱。新舊名稱同時給時以新名稱為準；uid 與 merchantNo 不同則拒絕。',
    en:
      'Each endpoint lists the earlier names it accepts. If both are given, the current name ' +
      'wins; a uid with a different merchantNo is rejected.',
  },
  {
    zh:
      '簽章不含路徑，而 orderNo 在代收、代付與付款連結都是單號：使用舊名稱的建立請求，若您另一種訂單在時間窗的兩倍' +
      '（預設 600 秒）內已有相同單號與金額，會以 duplicate_… 拒絕，讓同一份內容只成立一筆訂單。請讓代收、代付與連結的' +
      '單號各不相同，或改用現行名稱。',
    en:
      'The signature does not cover the path, and orderNo is the order number of ' +
      'collections, payouts and links alike. A creation with earlier names is therefore ' +
      'rejected (duplicate_…) if another kind of order of yours has had the same number and amount within twice the ' +
      'time window (600 s by default), so that one body creates only one order. Use ' +
      'different numbers for collections, payouts and links, or use the current names.',
  },
  {
    zh: '簽章以您送出的名稱計算，錯誤訊息也使用您的名稱。',
    en: 'The signature is computed over the names you send, and error messages use them too.',
  },
  {
    zh: '只用 merchantNo（沒有 uid）的請求，也接受舊版簽章：名稱升冪排序，保留空值，以 & 連接後直接接上金鑰，取 SHA-256 的小寫十六進位，再取其 MD5 大寫。',
    en:
      'A request with merchantNo and no uid may also use the earlier signature: sort by name ' +
      'in ascending order, keep empty values, join with & and append the secret directly; ' +
      'take the SHA-256 in lowercase hexadecimal, then the MD5 of that in uppercase.',
  },
  {
    zh:
      '舊版簽章不含的欄位，代收類：sign userName channelNo payeeName bankName appSecret returnUrl storeId ' +
      'storeType tradeCode；代付類：sign appSecret bankBranch memo。未簽章的欄位不會影響金額、帳號與網址。',
    en:
      'Fields it does not cover, for payouts: sign appSecret bankBranch memo; for all ' +
      'others: sign userName channelNo payeeName bankName appSecret returnUrl storeId ' +
      'storeType tradeCode. Unsigned fields never affect amounts, accounts or URLs.',
  },
]

/** §9.2 and §9.3: what is still accepted of the earlier protocol. */
export const earlierProtocol: Chapter = {
  id: 'v6',
  title: { zh: '舊版協定 v6.0', en: 'The earlier protocol v6.0' },
  shortTitle: { zh: '舊版協定 v6.0', en: 'Earlier protocol v6.0' },
  blocks: [
    {
      kind: 'folded',
      id: 'v6-rules',
      labels: { zh: '仍然接受的名稱與簽章', en: 'Names and signatures still accepted' },
      blocks: [{ kind: 'items', items: earlier }],
    },
  ],
}
