import { useDesk } from '../../desk.ts'
import { ChecksField, ReasonField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { CandidateChoice } from '../evidence/candidate-choice.tsx'
import { isCollection, type OrderDetail, type OrderPageData, secondFor } from '../order-details.ts'

/** Names the transactions of an order that was settled without any, or exchanges them for others of the same sum. */
export function BackingForm(data: OrderPageData<OrderDetail>) {
  const { say } = useDesk()
  const { order } = data
  const standing = order.bank_transactions
  const isExchange = order.backed === true
  const title = isExchange
    ? { zh: '更換銀行交易', en: 'Exchange the transactions' }
    : { zh: '補列銀行交易', en: 'Add bank transactions' }
  return (
    <ActForm
      id="back"
      folded={{ open: order.backed === false }}
      call={isCollection(order) ? 'backCollection' : 'backPayout'}
      path={{ trade_no: order.trade_no }}
      button={title}
      {...(isExchange ? { warning: exchanged } : {})}
      second={secondFor(order, 'back')}
    >
      <CandidateChoice {...data} />
      {isExchange ? (
        <ChecksField
          name="instead_of"
          label={{ zh: '更換哪幾筆', en: 'Instead of' }}
          options={standing.map((id) => ({
            value: String(id),
            checked: standing.length === 1,
            label: say({ zh: `交易 ${id}`, en: `Transaction ${id}` }),
          }))}
        />
      ) : null}
      <ReasonField isOptional />
    </ActForm>
  )
}

const exchanged = {
  zh: '被更換的交易將釋出，可改認其他訂單。總和須相同。',
  en: 'Exchanged transactions are released for other orders. The total has to be the same.',
}
