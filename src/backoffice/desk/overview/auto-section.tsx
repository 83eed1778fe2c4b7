import type { AnswerOf } from '../../../contract/back-office/table.ts'
import { useDesk } from '../desk.ts'
import { orderPath } from '../orders/order-path.ts'
import { ReasonField } from '../parts/fields.tsx'
import { ActForm } from '../parts/form.tsx'
import { Badge, Fact, Facts, OutsideText, shortNumber, Time } from '../parts/values.tsx'

type AutoSectionProps = {
  readonly auto: AnswerOf<'showAuto'>
  readonly figures: AnswerOf<'overview'>['auto']
  /** Collections settled today by anybody; null if that is not counted. */
  readonly settledToday: number | null
}

/** The switch of automatic matching, today's figures of it, and the forms that stop and start it (matching §6). */
export function AutoSection({ auto, figures, settledToday }: AutoSectionProps) {
  const { say } = useDesk()
  const { state, since, by, reason, today } = auto
  const settled = figures.settled_today
  const all = Math.max(settledToday ?? 0, settled)
  const share = settledToday === null || all === 0 ? '' : ` (${Math.round((settled * 100) / all)}%)`
  const minutes = figures.median_minutes
  return (
    <section class="card" id="auto">
      <h2>
        {say({ zh: '自動配對', en: 'Automatic matching' })}{' '}
        {state === 'running' ? (
          <Badge tone="done">{say({ zh: '進行中', en: 'Running' })}</Badge>
        ) : (
          <Badge tone="wrong">{say({ zh: '已停止', en: 'Stopped' })}</Badge>
        )}
      </h2>
      <Facts>
        {since === null ? null : (
          <Fact name={{ zh: '最近切換', en: 'Switched' }}>
            <Time at={since} /> · <OutsideText text={by} /> · <OutsideText text={reason} />
          </Fact>
        )}
        <Fact name={{ zh: '今日自動指定帳戶', en: 'Given an account today' }}>
          {today.assigned}
        </Fact>
        <Fact name={{ zh: '今日自動入帳', en: 'Settled automatically today' }}>
          <a href="/collections?settled_by=auto">{`${settled}${share}`}</a>
        </Fact>
        {minutes === null ? null : (
          <Fact name={{ zh: '半數於收到交易後', en: 'Half of them within' }}>
            {say({ zh: `${minutes} 分鐘內入帳`, en: `${minutes} min of the transaction` })}
          </Fact>
        )}
        <Fact name={{ zh: '今日曾交專員判斷', en: 'Left to people today' }}>
          <a href="/bank-transactions?state=unclaimed&doubt=any">{today.doubts}</a>
        </Fact>
        <Fact name={{ zh: '逾 48 小時未獲證明', en: 'Unproven after 48 hours' }}>
          {figures.unproven}
        </Fact>
        <Fact name={{ zh: '與對帳單不符', en: 'Contradicted by statements' }}>
          {figures.contradicted.length === 0
            ? 0
            : figures.contradicted.map(({ trade_no: tradeNo }) => (
                <>
                  <a href={orderPath(tradeNo)}>{shortNumber(tradeNo)}</a>{' '}
                </>
              ))}
        </Fact>
      </Facts>
      {state === 'running' ? <StopForm /> : <StartForm />}
    </section>
  )
}

function StopForm() {
  const { may } = useDesk()
  if (!may('stopAuto')) return null
  return (
    <ActForm
      id="stop-auto"
      folded={{ title: { zh: '停止自動配對', en: 'Stop automatic matching' } }}
      call="stopAuto"
      button={{ zh: '停止', en: 'Stop' }}
      tone="danger"
      warning={{
        zh: '立即生效：不再自動指定帳戶與入帳，全部由專員處理，直到恢復為止。',
        en: 'At once, until it is started again: no order gets an account or is settled automatically.',
      }}
    >
      <ReasonField />
    </ActForm>
  )
}

function StartForm() {
  const { may } = useDesk()
  if (!may('startAuto')) return null
  return (
    <ActForm
      id="start-auto"
      folded={{ title: { zh: '恢復自動配對', en: 'Start it again' } }}
      call="startAuto"
      button={{ zh: '恢復', en: 'Start' }}
      second={{ kind: 'always' }}
    >
      <ReasonField />
    </ActForm>
  )
}
