import type { PurchaseState, PurchaseView } from '../contract/links/member-page-views.ts'
import type { Meaning } from '../units/language.ts'
import { type Say, sayIn } from '../units/language.ts'
import { documentOf, type Frame } from './document.tsx'
import { ClockTime, Icon, money, ReturnLink, Summary } from './parts.tsx'

/** The page on which a member picks the amount (§4.4); it needs no script. */
export function purchasePage(view: PurchaseView, frame: Frame): string {
  const say = sayIn(frame.language)
  const { merchantOrderNo, payerAccountLast5, refused } = view
  const title = say(view.state === 'open' ? words.title : closed[view.state].title)
  return documentOf({
    frame,
    title: refused === null ? title : `${say(words.wrong)} · ${title}`,
    query: { third_party_session: view.session },
    children: (
      <div class="columns">
        <Summary
          amount={null}
          merchantOrderNo={merchantOrderNo}
          payerAccountLast5={payerAccountLast5}
          say={say}
        />
        {view.state === 'open' ? (
          <Amounts view={view} frame={frame} say={say} />
        ) : (
          <Closed state={view.state} returnUrl={view.returnUrl} say={say} />
        )}
      </div>
    ),
  })
}

type AmountsProps = { readonly view: PurchaseView; readonly frame: Frame; readonly say: Say }

function Amounts({ view, frame, say }: AmountsProps) {
  return (
    <section class="card">
      <h2>{say(words.title)}</h2>
      <p>{say(words.advice)}</p>
      <p class="quiet">
        {say(words.deadline)} <ClockTime seconds={view.endsAt} />
      </p>
      {view.refused !== null && !view.allowCustom ? <Problem view={view} say={say} /> : null}
      {view.fixedAmounts.length === 0 ? null : (
        <form method="post" action={actionOf(view, frame)} class="amounts">
          <Session view={view} />
          {view.fixedAmounts.map((amount) => (
            <button type="submit" class="choice" name="amount" value={String(amount)}>
              {money(amount)}
            </button>
          ))}
        </form>
      )}
      {view.allowCustom ? <CustomAmount view={view} frame={frame} say={say} /> : null}
    </section>
  )
}

function CustomAmount({ view, frame, say }: AmountsProps) {
  const { refused } = view
  const described = refused === null ? 'bounds' : 'problem bounds'
  return (
    <form method="post" action={actionOf(view, frame)} class="custom">
      <Session view={view} />
      <label for="amount">
        {say(view.fixedAmounts.length === 0 ? words.amount : words.otherAmount)}
      </label>
      {refused === null ? null : <Problem view={view} say={say} />}
      <div class="field">
        <span aria-hidden="true">NT$</span>
        <input
          id="amount"
          name="amount"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          maxlength={20}
          value={refused?.given ?? ''}
          aria-describedby={described}
          aria-invalid={refused === null ? undefined : 'true'}
        />
        <button type="submit" class="button">
          {say(words.next)}
        </button>
      </div>
      <p id="bounds" class="quiet">
        {say(boundsOf(view))}
      </p>
    </form>
  )
}

// The form repeats the session of the address, because a foreign page that sends a form here does not know it.
function Session({ view }: { view: PurchaseView }) {
  return <input type="hidden" name="third_party_session" value={view.session} />
}

function actionOf({ id, session }: PurchaseView, { base, language }: Frame): string {
  return `${base}/${id}?${new URLSearchParams({ third_party_session: session, lang: language })}`
}

function Problem({ view, say }: { view: PurchaseView; say: Say }) {
  const { refused } = view
  if (refused === null) return null
  const told = {
    missing: words.missing,
    not_a_whole_number: words.notWhole,
    not_allowed: view.allowCustom ? words.outOfBounds : words.notOffered,
  }[refused.problem]
  return (
    <p id="problem" class="problem" role="alert">
      {say(told)}
    </p>
  )
}

function boundsOf({ customMin, customMax }: PurchaseView): Meaning {
  return {
    zh: `整數金額，${money(customMin)} 至 ${money(customMax)}`,
    en: `Whole dollars, from ${money(customMin)} to ${money(customMax)}`,
  }
}

type ClosedProps = {
  readonly state: Exclude<PurchaseState, 'open'>
  readonly returnUrl: string
  readonly say: Say
}

function Closed({ state, returnUrl, say }: ClosedProps) {
  const { tone, title, advice } = closed[state]
  return (
    <>
      <section class={`card status ${tone}`}>
        <Icon tone={tone} />
        <h2>{say(title)}</h2>
        <p>{say(advice)}</p>
      </section>
      <ReturnLink to={returnUrl} say={say} />
    </>
  )
}

const words = {
  title: { zh: '選擇付款金額', en: 'Choose an amount' },
  advice: {
    zh: '選定後就會建立付款，下一頁會顯示收款帳號。',
    en: 'Your choice creates the payment. The next page shows the account to pay into.',
  },
  deadline: { zh: '選擇期限（台北時間）', en: 'Choose before (Taipei time)' },
  amount: { zh: '輸入金額', en: 'Amount' },
  otherAmount: { zh: '或輸入其他金額', en: 'Or another amount' },
  next: { zh: '下一步', en: 'Continue' },
  wrong: { zh: '請修正金額', en: 'Please correct the amount' },
  missing: { zh: '請輸入金額。', en: 'Please enter an amount.' },
  notWhole: {
    zh: '請只輸入整數，例如 1000，不含小數或文字。',
    en: 'Please enter a whole number such as 1000, without cents or letters.',
  },
  outOfBounds: {
    zh: '金額超出可用範圍，請重新輸入。',
    en: 'This amount is out of bounds. Please enter another.',
  },
  notOffered: {
    zh: '這個金額目前無法使用，請選擇下列金額。',
    en: 'This amount is not available. Please choose one of these.',
  },
}

const closed = {
  expired: {
    tone: 'over',
    title: { zh: '付款連結已過期', en: 'This link has expired' },
    advice: {
      zh: '請回到商家網站，重新取得付款連結。',
      en: 'Please go back to the merchant for a new one.',
    },
  },
  paid_elsewhere: {
    tone: 'done',
    title: { zh: '這筆訂單已經付款', en: 'This order has been paid' },
    advice: {
      zh: '這筆訂單已透過另一個付款連結完成付款，不需要再付一次。',
      en: 'It was paid through another link of the same order. There is nothing left to pay.',
    },
  },
  unavailable: {
    tone: 'care',
    title: { zh: '目前無法付款', en: 'Payments are not available' },
    advice: {
      zh: '商家目前暫停收款，請稍後再試，或與商家聯絡。',
      en: 'The merchant takes no payments just now. Please try again later, or ask the merchant.',
    },
  },
} as const
