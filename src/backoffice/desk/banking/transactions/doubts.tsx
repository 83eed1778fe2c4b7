import type { Doubt } from '../../../../contract/back-office/states.ts'
import type { CallName } from '../../../../contract/back-office/table.ts'
import type { Meaning } from '../../../../units/language.ts'
import { withQuery } from '../../conditions.ts'
import { useDesk } from '../../desk.ts'
import { doubtLabels } from '../../labels/auto-labels.ts'
import { isDoubted } from '../../orders/evidence/choose-candidates.ts'
import type { Transaction } from './transaction-table.tsx'

/** A page that helps to resolve a doubt, and the text of its link. */
type Remedy = {
  readonly name: Meaning
  readonly to: string
  /** The call of that page, if not all readers of the line may make it. */
  readonly reads?: CallName
}

type FreeLine = Pick<Transaction, 'id' | 'bank_account' | 'amount' | 'counterparty_last5'>

// How to resolve a doubt, beside settling by hand, which is always offered; null if there is no other way.
function remedyFor(doubt: Doubt | undefined, line: FreeLine): Remedy | null {
  const { id, bank_account: account, amount, counterparty_last5: last5 } = line
  const ofAmount = (dollars: number) =>
    withQuery('/bank-transactions', { bank_account: String(account), amount: String(dollars) })
  switch (doubt) {
    case 'two_orders':
    case 'part':
      return {
        name: { zh: '選出訂單', en: 'Choose the order' },
        to: `/bank-transactions/${id}#candidates`,
      }
    case 'two_transactions':
    case 'twin':
      return { name: { zh: '比對同額交易', en: 'Compare the lines' }, to: ofAmount(amount) }
    case 'sent_back':
      return { name: { zh: '看同額出帳', en: 'Look at the debits' }, to: ofAmount(-amount) }
    case 'one_person':
      return {
        name: { zh: '同意匯入', en: 'Agree to these lines' },
        to: `/bank-transactions/${id}#standing`,
      }
    case 'awaiting_limit':
    case 'lines_unsound':
      return {
        name: { zh: '看對帳單', en: 'Look at the statements' },
        to: `/bank-accounts/${account}/statements`,
        reads: 'importStatement',
      }
    case 'bank_account_not_active':
    case 'bank_account_not_allowed':
      return {
        name: { zh: '看帳戶', en: 'Look at the account' },
        to: `/bank-accounts/${account}`,
        reads: 'showBankAccount',
      }
    case 'no_order':
      return {
        name: { zh: '搜尋訂單', en: 'Search for its order' },
        to: withQuery('/search', { q: last5 === '' ? String(amount) : last5 }),
      }
    default:
      return null
  }
}

/** The link for the first doubt of a line, for readers of its page. */
function RemedyLink({ line }: { line: FreeLine & Pick<Transaction, 'doubts'> }) {
  const { say, may } = useDesk()
  const remedy = remedyFor(line.doubts?.[0], line)
  if (remedy === null || (remedy.reads !== undefined && !may(remedy.reads))) return null
  return <a href={remedy.to}>{say(remedy.name)}</a>
}

/** Why the service has not settled by a transaction: each doubt, and the link for the first. */
export function DoubtNotice({ line }: { line: FreeLine & Pick<Transaction, 'doubts'> }) {
  const { say } = useDesk()
  const doubts = line.doubts ?? []
  if (doubts.length === 0) return null
  return (
    <section class="notice care" id="doubts" aria-labelledby="doubts-title">
      <h2 id="doubts-title">
        {isDoubted(line)
          ? say({ zh: '為何待判斷', en: 'Why it is to be judged' })
          : say({ zh: '為何未自動入帳', en: 'Why it was not settled automatically' })}
      </h2>
      <ul>
        {doubts.map((doubt) => (
          <li title={doubt}>{say(doubtLabels[doubt])}</li>
        ))}
      </ul>
      <RemedyLink line={line} />
    </section>
  )
}
