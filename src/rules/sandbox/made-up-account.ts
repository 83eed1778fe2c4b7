/** The account, of no bank, that members of test merchants are shown. */
export const madeUpAccount = {
  collectionAccountName: '測試帳戶',
  collectionAccountNo: '0000-TEST',
  collectionBankName: '測試銀行 000',
}
