import { useDesk } from '../desk.ts'
import { Badge } from './values.tsx'

/** Marks a record of a test merchant; nothing for a real one's. */
export function TestBadge({ record: { test } }: { record: { readonly test: boolean } }) {
  const { say } = useDesk()
  return test ? <Badge tone="care">{say({ zh: '測試', en: 'TEST' })}</Badge> : null
}

/** Marks figures of test merchants, so that nobody takes them for money. */
export function TestFigures() {
  const { say } = useDesk()
  return (
    <p class="notice care" id="test-figures">
      <TestBadge record={{ test: true }} />{' '}
      {say({
        zh: '以下是測試商戶的數字，不是真正的款項。',
        en: "These figures are test merchants'. None of it is real money.",
      })}
    </p>
  )
}

/** Marks a page about one test merchant. */
export function TestMerchant({ uid }: { uid: string }) {
  const { say } = useDesk()
  return (
    <p class="notice care" id="test-merchant">
      <TestBadge record={{ test: true }} />{' '}
      {say({
        zh: `${uid} 是測試商戶，沒有真正的款項。`,
        en: `${uid} is a test merchant: none of its money is real.`,
      })}
    </p>
  )
}

/** The meaning of a test merchant. */
export function TestNotice() {
  const { say } = useDesk()
  return (
    <p class="notice care">
      {say({
        zh: '測試商戶：訂單不動用銀行帳戶，也不出現在總覽、清單、搜尋與匯出，除非指定測試。',
        en: 'For tests: it uses no bank account, and is in no overview, list, search or export by itself.',
      })}
    </p>
  )
}
