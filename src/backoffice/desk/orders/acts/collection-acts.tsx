import { useDesk } from '../../desk.ts'
import { Foreign } from '../../parts/values.tsx'
import { orderNumber } from '../order-name.ts'
import { orderPath } from '../order-path.ts'
import { Acts } from './acts.tsx'
import { HandingForms, TakeForm } from './assignment-forms.tsx'
import { BackForm } from './back-form.tsx'
import { hasLikely } from './candidate-choice.tsx'
import { MatchForms } from './match-form.tsx'
import { ExceptionForm } from './put-aside-forms.tsx'
import { ReverseForm } from './reverse-form.tsx'
import { SettleForm } from './settle-form.tsx'
import { type ActsOf, isOnFrozen, isPossible, type ShownCollection } from './shown-orders.ts'
import { VerdictForms } from './verdict-forms.tsx'

/** A form for all that its reader can do with a collection, and why the rest cannot be done now (back office §7). */
export function CollectionActs(acts: ActsOf<ShownCollection>) {
  const { order, accounts } = acts
  const settling = isPossible(order, 'settle') ? (
    <>
      {isOnFrozen(acts) ? <FrozenBand /> : null}
      <RivalsBand {...acts} />
      <SettleForm {...acts} />
    </>
  ) : null
  return (
    <Acts
      order={order}
      others={
        <>
          <HandingForms order={order} />
          {isPossible(order, 'exception') ? <ExceptionForm order={order} /> : null}
          {isPossible(order, 'reverse') ? <ReverseForm order={order} /> : null}
        </>
      }
    >
      <TakeForm order={order} />
      {hasLikely(acts) ? settling : null}
      {isPossible(order, 'match') ? <MatchForms order={order} accounts={accounts} /> : null}
      {hasLikely(acts) ? null : settling}
      {isPossible(order, 'confirm') ? <VerdictForms {...acts} /> : null}
      {isPossible(order, 'back') ? <BackForm {...acts} /> : null}
    </Acts>
  )
}

function FrozenBand() {
  const { say } = useDesk()
  return (
    <p class="notice wrong" id="on-frozen">
      {say({
        zh: '銀行已凍結此帳戶。確認款項可動用之後才入帳；尚未付款者請改指定其他帳戶。',
        en:
          'The bank has frozen its account. Settle it only once you know that the money is ours; where nothing is ' +
          'paid, give it another account.',
      })}
    </p>
  )
}

// Why no transaction is chosen, though it fits: whose it is, only a person can tell.
function RivalsBand({ order, rivals }: ActsOf<ShownCollection>) {
  const { say } = useDesk()
  if (rivals.length === 0) return null
  return (
    <p class="notice care" id="rivals">
      {say({
        zh: `這筆款項同時符合 ${rivals.length + 1} 筆訂單，金額與付款人都相同：本筆 `,
        en: `This money fits ${rivals.length + 1} orders of one amount and payer: this one, `,
      })}
      <Foreign text={orderNumber(order)} />
      {rivals.map((rival) => (
        <>
          {say({ zh: '、', en: ', and ' })}
          <a href={orderPath(rival.trade_no)}>
            <Foreign text={orderNumber(rival)} />
          </a>
        </>
      ))}
      {say({
        zh: '。請先確認款項屬於本筆，再入帳。',
        en: '. Make sure that it is for this one before you settle.',
      })}
    </p>
  )
}
