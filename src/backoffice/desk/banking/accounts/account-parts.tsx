import type { BankAccountState } from '../../../../contract/back-office/states.ts'
import { moneyText } from '../../../../units/money.ts'
import { useDesk } from '../../desk.ts'
import { accountStateLabels, accountTones } from '../../labels/banking-labels.ts'
import { labelFor } from '../../labels/label-for.ts'
import { Badge, Fact, type Tone } from '../../parts/values.tsx'
import type { Account } from './accounts.tsx'

const nearlyFull = 0.9

export function AccountState({ state }: { state: BankAccountState }) {
  const { say } = useDesk()
  return <Badge tone={accountTones[state]}>{say(labelFor(accountStateLabels, state))}</Badge>
}

/** A quantity as a bar, beside figures that say the same in text. */
export function Gauge({ value, max, tone }: { value: number; max: number; tone: Tone }) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" />
      <rect class={tone} width={Math.round(share * 100)} height="6" />
    </svg>
  )
}

/** The used part of an account's daily cap. */
export function CapOfToday({ account }: { account: Account }) {
  const { say } = useDesk()
  const { handed_out_today: handedOut, daily_cap: cap } = account
  if (cap === null) {
    return <span>{`${moneyText(handedOut)} / ${say({ zh: '不限', en: 'no cap' })}`}</span>
  }
  return <CapGauge value={handedOut} max={cap} />
}

/** The sum of an account's automatic settlements without proof yet (matching §5); nothing if it can have none. */
export function ProofFacts({ account }: { account: Account }) {
  const { id, auto_awaiting: awaiting, auto_awaiting_max: max, auto_unproven: unproven } = account
  if (account.auto !== 'settle' && awaiting === 0) return null
  return (
    <>
      <Fact name={{ zh: '待確認 / 上限', en: 'Awaits proof / limit' }}>
        <CapGauge value={awaiting} max={max} />
      </Fact>
      <Fact name={{ zh: '逾 48 小時未獲證明', en: 'Unproven after 48 hours' }}>
        {unproven === 0 ? (
          0
        ) : (
          <a class="differs" href={`/collections?bank_account=${id}&settled_by=auto`}>
            {unproven}
          </a>
        )}
      </Fact>
    </>
  )
}

function CapGauge({ value, max }: { value: number; max: number }) {
  return (
    <span class="capped">
      <span>{`${moneyText(value)} / ${moneyText(max)}`}</span>
      <Gauge value={value} max={max} tone={value < max * nearlyFull ? 'busy' : 'care'} />
    </span>
  )
}

/** The days of an account that no statement covers; nothing where there are none. */
export function GapWarning({ account }: { account: Account }) {
  const { say } = useDesk()
  const { gaps } = account
  if (gaps.length === 0) return null
  const day = (date: string) => date.replaceAll('-', '/')
  const ranges = gaps.map(({ from, to }) => (from === to ? day(from) : `${day(from)} – ${day(to)}`))
  return (
    <p class="warning">
      {say({
        zh: '對帳單缺少這些日期，請補匯入：',
        en: 'No statement covers these days; import one that does: ',
      })}
      {ranges.join(say({ zh: '、', en: ', ' }))}
    </p>
  )
}
