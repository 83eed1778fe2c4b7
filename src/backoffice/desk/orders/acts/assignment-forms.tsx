import { useDesk } from '../../desk.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { TextField } from '../../parts/fields.tsx'
import { ActForm, Disclosed } from '../../parts/form.tsx'
import { isCollection, isPossible, type OrderDetail } from './shown-orders.ts'

/** Taking an order into one's hands, handing it to an agent as an operator, and releasing it. */
export function AssignmentForms({ order }: { order: OrderDetail }) {
  const { identity } = useDesk()
  const path = { trade_no: order.trade_no }
  const [take, release] = isCollection(order)
    ? (['takeCollection', 'releaseCollection'] as const)
    : (['takePayout', 'releasePayout'] as const)
  // One's own order can be taken again, which changes nothing.
  const isFree = order.agent === '' && isPossible(order, 'take')
  return (
    <>
      <div class="quick" id="assignment">
        {isFree ? (
          <ActForm
            id="take"
            call={take}
            path={path}
            hotkey="t"
            button={{ zh: '領取', en: 'Take' }}
          />
        ) : null}
        {isPossible(order, 'release') ? (
          <ActForm
            id="release"
            call={release}
            path={path}
            hotkey="r"
            tone="quiet"
            button={{ zh: '放回', en: 'Release' }}
          />
        ) : null}
      </div>
      {isFree && identity.role === 'operator' ? (
        <Disclosed id="hand" title={{ zh: '交給某位專員', en: 'Hand it to an agent' }}>
          <ActForm id="hand" call={take} path={path} button={{ zh: '交給他', en: 'Hand it over' }}>
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
