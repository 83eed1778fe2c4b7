import type { bridgeCalls } from '../../../contract/back-office/bridge.ts'
import type { BankAccountState } from '../../../contract/back-office/states.ts'
import type { CallName, calls } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'

/** The name of a call that people make and that changes something. */
export type WritingCall = {
  [Name in Exclude<
    CallName,
    keyof typeof bridgeCalls
  >]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name
}[Exclude<CallName, keyof typeof bridgeCalls>]

/** The notice after each writing call. A call that is missing here does not compile. */
export const doneLabels: Readonly<Record<WritingCall, Meaning>> = {
  takeCollection: { zh: '已領取。', en: 'Taken.' },
  releaseCollection: { zh: '已放回。', en: 'Released.' },
  matchCollection: { zh: '已指定帳戶。', en: 'The account is given.' },
  settleCollection: { zh: '已入帳，將通知商戶。', en: 'Settled. The merchant will be told.' },
  noteCollection: { zh: '已加上備註。', en: 'The note is added.' },
  notePayout: { zh: '已加上備註。', en: 'The note is added.' },
  settleCollections: { zh: '已逐筆入帳。', en: 'Each was settled on its own.' },
  reassignCollections: { zh: '已改指定帳戶。', en: 'They have another account.' },
  reportException: { zh: '已列為例外。', en: 'Reported as an exception.' },
  confirmCollection: { zh: '款項的確認已記錄。', en: 'Your decision on the money is recorded.' },
  reverseCollection: { zh: '已沖正。', en: 'Reversed.' },
  backCollection: { zh: '已補列銀行交易。', en: 'The bank transactions are named.' },
  takePayout: { zh: '已領取。', en: 'Taken.' },
  releasePayout: { zh: '已放回。', en: 'Released.' },
  processPayout: { zh: '已出款，將通知商戶。', en: 'Paid out. The merchant will be told.' },
  cancelPayout: {
    zh: '已取消，款項退回商戶。',
    en: "Cancelled. The money is the merchant's again.",
  },
  reversePayout: { zh: '已沖正。', en: 'Reversed.' },
  backPayout: { zh: '已補列銀行交易。', en: 'The bank transactions are named.' },
  createMerchant: { zh: '已建立商戶。', en: 'The merchant is created.' },
  patchMerchant: { zh: '已更新商戶。', en: 'The merchant is changed.' },
  rotateSecret: { zh: '已更換金鑰。', en: 'The secret is replaced.' },
  setPricing: { zh: '已設定費率。', en: 'The price is set.' },
  withdrawPricing: { zh: '已撤回費率。', en: 'The price is withdrawn.' },
  addSettlementAccount: { zh: '已新增結算帳戶。', en: 'The account is added.' },
  removeSettlementAccount: { zh: '已移除結算帳戶。', en: 'The account is removed.' },
  withdraw: { zh: '已申請提領。', en: 'The withdrawal is placed.' },
  setPaymentAmounts: { zh: '已更新金額。', en: 'The amounts are changed.' },
  adjustBalance: { zh: '已調整餘額。', en: 'The balance is adjusted.' },
  createProduct: { zh: '已建立商品。', en: 'The product is created.' },
  patchProduct: { zh: '已更新商品。', en: 'The product is changed.' },
  removeProduct: { zh: '已移除商品。', en: 'The product is removed.' },
  createBankAccount: { zh: '已登記銀行帳戶。', en: 'The bank account is registered.' },
  patchBankAccount: { zh: '已更新銀行帳戶。', en: 'The bank account is changed.' },
  importStatement: { zh: '對帳單匯入中。', en: 'The statement is being imported.' },
  agreeImport: { zh: '已同意此匯入。', en: 'You have agreed to the import.' },
  undoImport: { zh: '匯入撤回中。', en: 'The import is being taken back.' },
  postTransaction: { zh: '已登記交易。', en: 'The transaction is recorded.' },
  ignoreTransaction: { zh: '已列為不處理。', en: 'Ignored from now on.' },
  reopenTransaction: { zh: '已恢復。', en: 'Reopened.' },
  resendCallbacks: { zh: '已要求重送通知。', en: 'The callbacks will be resent.' },
  reviveCallbacks: { zh: '已恢復擱置的通知。', en: 'The parked ones are due again.' },
  acknowledgeAlarm: {
    zh: '已確認，解除前不再通知。',
    en: 'Acknowledged. Nobody is told of it again until it is over.',
  },
  checkBooks: { zh: '已開始檢查帳目。', en: 'A check of the books has begun.' },
  eraseMember: { zh: '已開始遮蔽，數分鐘內完成。', en: 'Masking has begun; it takes minutes.' },
  stopAuto: { zh: '已停止自動配對。', en: 'Automatic matching is stopped.' },
  startAuto: { zh: '已恢復自動配對。', en: 'Automatic matching goes on.' },
  switchMaintenance: { zh: '已切換。', en: 'Switched.' },
  testAlarms: { zh: '已送出測試訊息。', en: 'The test was sent.' },
  testCallback: { zh: '已送出測試通知。', en: 'The sample was sent.' },
  resendCallback: { zh: '已要求重送通知。', en: 'The callback will be resent.' },
  reviveCallback: { zh: '已恢復，等待送出。', en: 'It is due again.' },
  approve: { zh: '已核准並執行。', en: 'Approved and carried out.' },
  reject: { zh: '已駁回。', en: 'Rejected.' },
  giveRole: { zh: '已更新角色。', en: 'The role is given.' },
  takeRole: { zh: '已移除角色。', en: 'The role is taken away.' },
  placeHold: { zh: '管制已生效。', en: 'The hold is in place.' },
  liftHold: { zh: '已解除管制。', en: 'The hold is lifted.' },
}

/** The same of an account whose state was changed. */
export const stateDoneLabels: Readonly<Record<BankAccountState, Meaning>> = {
  active: { zh: '已啟用。', en: 'It is active.' },
  paused: { zh: '已暫停，不再指定給新的訂單。', en: 'It is paused: no new order gets it.' },
  frozen: {
    zh: '已凍結，等待匯款的訂單列為例外。',
    en: 'It is frozen, and what waited on it is an exception.',
  },
  closed: { zh: '已關閉。', en: 'It is closed.' },
}

/** Before the text of a note about a payout's money. */
export const recordedLabel: Meaning = { zh: '已記錄：', en: 'Recorded:' }

/** The same for acts that change a reported order without a report to the merchant. */
export const unreportedLabels: Readonly<Record<WritingCall, Meaning>> = {
  ...doneLabels,
  settleCollection: { zh: '已入帳。', en: 'Settled.' },
  processPayout: { zh: '已出款。', en: 'Paid out.' },
}
