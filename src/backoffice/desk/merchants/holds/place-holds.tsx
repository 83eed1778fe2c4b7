import type { Child } from 'hono/jsx'
import type { Meaning } from '../../../../units/language.ts'
import { erasureWarning } from '../../labels/merchant-labels.ts'
import { pickList } from '../../parts/choices/picks.tsx'
import { ReasonChoice } from '../../parts/choices/reason-choice.tsx'
import { holdReasons } from '../../parts/choices/usual-reasons.ts'
import { HiddenField, ReasonField, TextField } from '../../parts/fields.tsx'
import { ActForm } from '../../parts/form.tsx'

/**
 * The forms that hold a merchant, a member, an account or an order. `uid`: their merchant, and whether it is held;
 * without it they are about any merchant.
 */
export function PlaceHolds({ uid, isHeld = false }: { uid?: string; isHeld?: boolean }) {
  const whole = uid ?? ''
  return (
    <div class="forms">
      {isHeld ? null : (
        <PlaceHold
          id="hold-merchant"
          title={{ zh: '管制整個商戶', en: 'Hold the whole merchant' }}
          warning={{
            zh: `立即生效：${whole === '' ? '該商戶' : whole} 不能建立訂單與連結，所有訂單不入帳也不出款，直到解除。`,
            en: `At once, until it is lifted: ${whole === '' ? 'it' : whole} creates nothing, and no order moves.`,
          }}
        >
          <MerchantField uid={uid} />
        </PlaceHold>
      )}
      <PlaceHold
        id="hold-member"
        title={{ zh: '管制一位會員', en: 'Hold one member' }}
        warning={holdWarnings.member}
      >
        <MerchantField uid={uid} />
        <TextField
          name="user_id"
          label={{ zh: '會員編號', en: "The member's number" }}
          maxlength={64}
          required
        />
      </PlaceHold>
      <PlaceHold
        id="hold-account"
        title={{ zh: '管制一個帳號', en: 'Hold one account' }}
        warning={holdWarnings.account}
      >
        <TextField
          name="account_no"
          label={{ zh: '會員或收款人的帳號', en: 'The account of a member or payee' }}
          maxlength={80}
          required
        />
      </PlaceHold>
      <PlaceHold
        id="hold-order"
        title={{ zh: '管制一筆訂單', en: 'Hold one order' }}
        warning={holdWarnings.order}
      >
        <TextField
          name="trade_no"
          label={{ zh: '交易編號', en: 'Transaction number' }}
          maxlength={32}
          required
        />
      </PlaceHold>
    </div>
  )
}

/** The consequences of a hold, by its kind. */
export const holdWarnings = {
  member: {
    zh: '立即生效：這位會員的訂單不入帳也不出款，不能再建立他的付款連結，直到解除。',
    en: 'At once, until it is lifted: no order of the member is settled or paid, and no link made.',
  },
  account: {
    zh: '立即生效，及於所有商戶：由此帳號付款或付到此帳號的訂單不入帳也不出款，直到解除。',
    en: 'At once, for all merchants: orders from or to this account wait until the hold is lifted.',
  },
  order: {
    zh: '立即生效：這筆訂單不入帳也不出款，直到解除。',
    en: 'At once: the order is neither settled nor paid out until the hold is lifted.',
  },
} as const satisfies Record<string, Meaning>

type PlaceProps = { id: string; title: Meaning; warning: Meaning; children: Child }

/** The folded form of one hold; `children` show what is held. */
export function PlaceHold({ id, title, warning, children }: PlaceProps) {
  return (
    <ActForm id={id} folded={{}} call="placeHold" button={title} tone="danger" warning={warning}>
      {children}
      <ReasonChoice label={{ zh: '原因', en: 'Reason' }} usual={holdReasons} />
      <TextField
        name="case_no"
        label={{ zh: '案號', en: 'Case number' }}
        hint={{ zh: '可不填。', en: 'May be empty.' }}
        maxlength={64}
      />
    </ActForm>
  )
}

function MerchantField({ uid }: { uid: string | undefined }) {
  if (uid !== undefined) return <HiddenField name="merchant_uid" value={uid} />
  return (
    <TextField
      name="merchant_uid"
      label={{ zh: '商戶代號', en: "The merchant's code" }}
      list={pickList('merchants')}
      maxlength={20}
      required
    />
  )
}

/** The form that masks the personal fields of one of a merchant's members (back office §6). */
export function EraseMember({ uid }: { uid: string }) {
  return (
    <ActForm
      id="erase-member"
      folded={{ title: { zh: '刪除會員個資', en: "Erase a member's personal fields" } }}
      call="eraseMember"
      button={{ zh: '刪除個資', en: 'Erase' }}
      tone="danger"
      second={{ kind: 'always' }}
      warning={erasureWarning}
    >
      <HiddenField name="merchant_uid" value={uid} />
      <TextField
        name="user_id"
        label={{ zh: '會員編號', en: "The member's number" }}
        maxlength={64}
        required
      />
      <ReasonField />
    </ActForm>
  )
}
