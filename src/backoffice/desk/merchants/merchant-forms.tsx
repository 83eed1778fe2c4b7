import type { SameCall } from '../approvals/waiting-approvals.tsx'
import { useDesk } from '../desk.ts'
import type { Merchant } from '../labels/merchant-labels.ts'
import { HiddenField, TextField } from '../parts/fields.tsx'
import { ActForm, Disclosed } from '../parts/form.tsx'
import { membersOf } from '../parts/members.tsx'
import { Card, Fact, Facts } from '../parts/values.tsx'
import { DisplayFields } from './display-fields.tsx'
import { AllowListField, SettingFacts, SettingFields, settingTexts } from './setting-fields.tsx'

type Props = { merchant: Merchant }

export function SettingsSection({ merchant }: Props) {
  const { may } = useDesk()
  const { uid, name, settings } = merchant
  const isOperator = may('patchMerchant')
  return (
    <Card title={{ zh: '設定', en: 'Settings' }}>
      <SettingFacts merchant={merchant} explained={!isOperator} />
      {isOperator ? (
        <ActForm
          id="settings"
          folded={{ title: { zh: '更改設定', en: 'Change the settings' } }}
          call="patchMerchant"
          path={{ uid }}
          button={{ zh: '儲存設定', en: 'Save the settings' }}
          initialValues={{ name, ...settingTexts(settings) }}
        >
          <TextField name="name" label={{ zh: '名稱', en: 'Name' }} maxlength={120} required />
          <SettingFields />
        </ActForm>
      ) : null}
    </Card>
  )
}

/** The addresses that a merchant may call from. */
export function AllowList({ merchant }: Props) {
  const { say, may } = useDesk()
  const { uid, ip_whitelist: entries } = merchant
  return (
    <Card title={{ zh: '來源白名單', en: 'Allow-list' }}>
      {entries.length === 0 ? (
        <p>{say({ zh: '不限來源。', en: 'It may call from any address.' })}</p>
      ) : (
        <ul class="plain">
          {entries.map((entry) => (
            <li>
              <code>{entry}</code>
            </li>
          ))}
        </ul>
      )}
      {may('patchMerchant') ? (
        <ActForm
          id="allow-list"
          folded={{ title: { zh: '更改白名單', en: 'Change the allow-list' } }}
          call="patchMerchant"
          path={{ uid }}
          button={{ zh: '儲存白名單', en: 'Save the allow-list' }}
          warning={{
            zh: '儲存後，商戶從清單以外的位址呼叫會被拒絕。',
            en: 'Once it is saved, calls of the merchant from any other address are refused.',
          }}
          initialValues={{ ip_whitelist: entries.join('\n') }}
          second={{ kind: 'part', text: wideOpen }}
        >
          <AllowListField />
        </ActForm>
      ) : null}
    </Card>
  )
}

const wideOpen = {
  zh:
    '清空白名單，或合計開放超過一個 /8 的 IPv4 或一個 /32 的 IPv6 位址，' +
    '須由另一位營運人員核准後才會生效。',
  en:
    'Clearing it, or letting in more than a /8 of IPv4 or a /32 of IPv6 in all, ' +
    "waits for another operator's approval.",
}

/** The name that members see as the payee. */
export function DisplaySection({ merchant }: Props) {
  const { uid, settings } = merchant
  const { may } = useDesk()
  const { display } = settings
  return (
    <Card title={{ zh: '付款頁的顯示', en: 'On the payment page' }}>
      <Facts>
        <Fact name={{ zh: '收款方', en: 'Whom they pay' }} text={display.name} />
        <Fact name={{ zh: '客服網址', en: 'Support' }} text={display.support_url} />
      </Facts>
      {may('patchMerchant') ? (
        <Disclosed id="display" title={{ zh: '更改顯示', en: 'Change it' }}>
          <ActForm
            id="display"
            call="patchMerchant"
            path={{ uid }}
            button={{ zh: '儲存顯示', en: 'Save it' }}
            second={{ kind: 'always' }}
            isSameCall={changesDisplay}
          >
            <DisplayFields kept={display} />
          </ActForm>
          <ActForm
            id="display-default"
            call="patchMerchant"
            path={{ uid }}
            button={{ zh: '改回商戶名稱', en: "Follow the merchant's name" }}
            tone="quiet"
            second={{ kind: 'always' }}
            isSameCall={changesDisplay}
          >
            <HiddenField name="settings.display" value="" />
          </ActForm>
        </Disclosed>
      ) : null}
    </Card>
  )
}

const changesDisplay: SameCall = ({ settings }) => 'display' in membersOf(settings)
const switches: SameCall = ({ enabled }) => enabled !== undefined

export function EnabledSection({ merchant: { uid, enabled } }: Props) {
  const { say, may } = useDesk()
  return (
    <Card title={{ zh: '啟用與停用', en: 'Enabled or disabled' }}>
      <p>
        {enabled
          ? say({ zh: '啟用中：可呼叫 API。', en: 'Enabled: it can call the API.' })
          : say({
              zh: '停用中：不能建立訂單，也不能查詢。',
              en: 'Disabled: whatever it asks for is refused.',
            })}
      </p>
      {may('patchMerchant') ? <EnableForm uid={uid} enabled={enabled} /> : null}
    </Card>
  )
}

function EnableForm({ uid, enabled }: { uid: string; enabled: boolean }) {
  if (!enabled) {
    return (
      <ActForm
        id="enable"
        call="patchMerchant"
        path={{ uid }}
        button={{ zh: `啟用 ${uid}`, en: `Enable ${uid}` }}
        isSameCall={switches}
      >
        <HiddenField name="enabled" value="true" />
      </ActForm>
    )
  }
  return (
    <ActForm
      id="disable"
      folded={{ title: { zh: '停用商戶', en: 'Disable the merchant' } }}
      call="patchMerchant"
      path={{ uid }}
      button={{ zh: `停用 ${uid}`, en: `Disable ${uid}` }}
      isSameCall={switches}
      tone="danger"
      warning={{
        zh:
          `${uid} 的 API 呼叫立即被拒絕，會員不能再由付款連結選擇金額。` +
          '已有的代收照常入帳，通知照常送出。代付須由營運人員勾選「商戶已停用」才能出款。',
        en:
          `All calls of ${uid} are refused at once, and no member can begin at its links. ` +
          'Its collections and callbacks go on; its payouts take an operator, who ticks that it is disabled.',
      }}
    >
      <HiddenField name="enabled" value="false" />
    </ActForm>
  )
}
