import { useDesk } from '../../desk.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { Foreign } from '../../parts/values.tsx'
import { isCollection, isPossible, type OrderDetail, type ShownPayout } from './shown-orders.ts'

// One's own order can be taken again, which changes nothing.
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

/** Before a payout's figures: whoever has not taken it does not pay it, so that nobody is paid twice. */
export function PayingBand({ order }: { order: ShownPayout }) {
  const { say, may, identity } = useDesk()
  const { status, agent } = order
  if (status !== 'pending' || agent === identity.name || !may('takePayout')) return null
  if (agent === '') {
    return (
      <section class="notice care" id="paying">
        <p>
          {say({
            zh: '請先領取再出款，以免與他人重複付款。',
            en: 'Take it before you pay, so that nobody else pays it, too.',
          })}
        </p>
        <TakeForm order={order} />
      </section>
    )
  }
  return (
    <p class="notice wrong" id="paying">
      {say({ zh: '請勿付款：由 ', en: 'Do not pay it: it is in the hands of ' })}
      <b>
        <Foreign text={agent} />
      </b>
      {say({ zh: ' 處理中，重複付款無法追回。', en: ', and what is paid twice is lost.' })}
    </p>
  )
}

/** Releasing an order, and as an operator handing one to an agent. */
export function HandingForms({ order }: { order: OrderDetail }) {
  const { identity } = useDesk()
  const path = { trade_no: order.trade_no }
  return (
    <>
      {isPossible(order, 'release') ? (
        <div class="quick">
          <ActForm
            id="release"
            call={isCollection(order) ? 'releaseCollection' : 'releasePayout'}
            path={path}
            hotkey="r"
            tone="quiet"
            button={{ zh: '放回', en: 'Release' }}
          />
        </div>
      ) : null}
      {isFree(order) && identity.role === 'operator' ? (
        <Disclosed id="hand" title={{ zh: '交給某位專員', en: 'Hand it to an agent' }}>
          <ActForm
            id="hand"
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
        </Disclosed>
      ) : null}
    </>
  )
}
