import { useDesk } from '../desk.ts'
import type { Merchant } from '../labels/merchant-labels.ts'
import { ChoiceField } from '../parts/fields.tsx'
import { ActForm, Disclosed } from '../parts/form.tsx'
import { Badge, Card, Time } from '../parts/values.tsx'

/** The valid secrets of a merchant, and the form that gives it a new one. */
export function Secret({ merchant }: { merchant: Merchant }) {
  const { may } = useDesk()
  return (
    <Card title={{ zh: 'API 金鑰', en: 'API secret' }}>
      <SecretState merchant={merchant} />
      {may('rotateSecret') ? (
        <Disclosed id="rotate" title={{ zh: '更換金鑰', en: 'Replace the secret' }}>
          <RotateForm merchant={merchant} />
        </Disclosed>
      ) : null}
    </Card>
  )
}

function SecretState({ merchant }: { merchant: Merchant }) {
  const { say } = useDesk()
  const { secret_in_use: isInUse, previous_secret_until: until } = merchant
  if (until === null) {
    return <p>{say({ zh: '只有一組金鑰有效。', en: 'One secret is valid.' })}</p>
  }
  return (
    <p>
      <Badge tone="busy">{say({ zh: '更換中', en: 'Being replaced' })}</Badge>{' '}
      {say({ zh: '舊金鑰有效至 ', en: 'The older secret is valid until ' })}
      <Time at={until} />
      {isInUse
        ? say({ zh: '，商戶已改用新金鑰。', en: '; the merchant uses the new one.' })
        : say({ zh: '，商戶尚未使用新金鑰。', en: '; the merchant has not used the new one yet.' })}
    </p>
  )
}

function RotateForm({ merchant }: { merchant: Merchant }) {
  const { uid, secret_in_use: isInUse, previous_secret_until: until } = merchant
  return (
    <ActForm
      id="rotate"
      call="rotateSecret"
      path={{ uid }}
      button={{ zh: `更換 ${uid} 的金鑰`, en: `Replace the secret of ${uid}` }}
      tone="danger"
      second={{ kind: 'always' }}
      warning={(until === null ? warning : isInUse ? thirdWarning : unusedWarning)(uid)}
    >
      <ChoiceField
        name="grace_seconds"
        label={{ zh: '舊金鑰繼續有效', en: 'The older secret stays valid for' }}
        value="86400"
        options={graces}
      />
    </ActForm>
  )
}

const warning = (uid: string) => ({
  zh: `會產生新金鑰，只顯示一次。${uid} 須在期限內改用。期限一過，以舊金鑰簽章的呼叫都會被拒絕。`,
  en: `A new secret is shown once. In time ${uid} has to use it: later, the older one is refused.`,
})

const thirdWarning = (uid: string) => ({
  zh: `至多兩組金鑰有效：舊金鑰立即失效，不等上述期限，以它簽章的呼叫都會被拒絕。${uid} 現用的金鑰依下列期限繼續有效。`,
  en:
    `Two secrets are valid at most: the older one ends at once, not at its time above, and calls signed with it are ` +
    `refused. The one that ${uid} uses stays valid as chosen.`,
})

const unusedWarning = (uid: string) => ({
  zh: `${uid} 尚未使用上次的新金鑰：它會作廢，由這次的取代。舊金鑰的期限不變，除非選擇立即失效。`,
  en:
    `${uid} has not used the last new secret: this one replaces it. ` +
    'The one before keeps its end, unless it is to end at once.',
})

const hour = 3600
const graces = [
  ['0', { zh: '不再有效：立即失效', en: 'Not at all: it ends at once' }],
  [String(hour), { zh: '1 小時', en: '1 hour' }],
  [String(4 * hour), { zh: '4 小時', en: '4 hours' }],
  [String(12 * hour), { zh: '12 小時', en: '12 hours' }],
  [String(24 * hour), { zh: '1 天', en: '1 day' }],
  [String(3 * 24 * hour), { zh: '3 天', en: '3 days' }],
  [String(7 * 24 * hour), { zh: '7 天', en: '7 days' }],
] as const
