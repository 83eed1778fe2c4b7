import { useDesk } from '../desk.ts'
import { Badge } from './values.tsx'

/** Says that a record is a test merchant's; nothing of a real one's. */
export function TestBadge({ of: { test } }: { of: { readonly test: boolean } }) {
  const { say } = useDesk()
  return test ? <Badge tone="care">{say({ zh: '測試', en: 'TEST' })}</Badge> : null
}

/** What it means that a merchant is for tests. */
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
