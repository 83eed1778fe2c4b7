import { useDesk } from '../../desk.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'
import { isCollection, isPossible, type OrderDetail } from '../order-details.ts'
import { PayoutRelease } from './sent-forms.tsx'

// Taking one's own order again is allowed and changes nothing.
const isFree = (order: OrderDetail) => order.agent === '' && isPossible(order, 'take')

const takeOf = (order: OrderDetail) => (isCollection(order) ? 'takeCollection' : 'takePayout')

/** Taking a free order into one's hands. */
export function TakeForm({ order }: { order: OrderDetail }) {
  if (!isFree(order)) return null
  return (
    <div class="quick" id="assignment">
      <ActForm
        id="take"
        call={takeOf(order)}
        path={{ trade_no: order.trade_no }}
        hotkey="t"
        button={{ zh: '領取', en: 'Take' }}
      />
    </div>
  )
}

/** Releasing an order, and as an operator handing one to an agent. */
export function HandingForms({ order }: { order: OrderDetail }) {
  const { identity } = useDesk()
  const path = { trade_no: order.trade_no }
  return (
    <>
      {!isPossible(order, 'release') ? null : !isCollection(order) ? (
        <PayoutRelease order={order} />
      ) : (
        <div class="quick">
          <ActForm
            id="release"
            call="releaseCollection"
            path={path}
            hotkey="r"
            tone="quiet"
            button={{ zh: '放回', en: 'Release' }}
          />
        </div>
      )}
      {isFree(order) && identity.role === 'operator' ? (
        <ActForm
          id="hand"
          folded={{ title: { zh: '交給某位專員', en: 'Hand it to an agent' } }}
          call={takeOf(order)}
          path={path}
          button={{ zh: '交給他', en: 'Hand it over' }}
        >
          <TextField
            name="agent"
            label={{ zh: '專員', en: 'Agent' }}
            list={pickList('agents')}
            maxlength={120}
            required
          />
        </ActForm>
      ) : null}
    </>
  )
}
