/** What people outside write: merchants, members, banks and receivers. */
export type OutsideTexts = {
  /** At most 120 characters each, unless it says less. */
  readonly merchant: string
  readonly member: string
  readonly payer: string
  readonly bankName: string
  readonly payee: string
  readonly counterparty: string
  readonly product: string
  /** At most 60. */
  readonly tag: string
  /** At most 500 and 2,000. */
  readonly memo: string
  readonly note: string
  /** An object’s name and value. */
  readonly extra: Readonly<Record<string, string>>
  /** What a receiver that is broken answers. */
  readonly answer: string
  /** Begins order numbers, at most 20 characters; ends web addresses. */
  readonly orderNo: string
  readonly path: string
}

export const plainTexts: OutsideTexts = {
  merchant: '測試商戶',
  member: '王小明',
  payer: '王大明',
  bankName: '臺灣銀行',
  payee: '林美玲',
  counterparty: '王小明',
  product: '點數 100 點',
  tag: '薪資',
  memo: '轉帳 A-1029',
  note: '請於今日處理',
  extra: { device: 'ios', cart: 'A-1029' },
  answer: '資料庫忙線中',
  orderNo: 'TOPUP-202611',
  path: 'back',
}
