import type { AnswerOf } from '../../../../contract/back-office/table.ts'
import type { WaitView } from '../../../../contract/links/member-page-views.ts'
import { waitPicture } from '../../../../pages/wait.tsx'
import type { Meaning } from '../../../../units/language.ts'
import { languageFor } from '../../../../units/requested-language.ts'
import { taipeiToSeconds } from '../../../../units/taipei-time.ts'
import { type Desk, useDesk } from '../../desk.ts'
import type { PageContent } from '../../page.ts'
import { Card } from '../../parts/values.tsx'
import { isCollection, type OrderDetail } from '../order-details.ts'

type Page = AnswerOf<'memberPageOfCollection'>

/** The member's page of a collection as it looks now, in a frame of its own without scripts. */
export function MemberPage({ order, page }: { order: OrderDetail; page: Page | null }) {
  const { say } = useDesk()
  if (page === null) {
    return (
      <Card title={title} id="member-page">
        <p class="quiet-text">
          {say(
            isCollection(order) && order.page_ends_at === null
              ? {
                  zh: '沒有：訂單不是由付款連結而來。',
                  en: 'None: the order came without a payment link.',
                }
              : { zh: '頁面已在結束一天後關閉。', en: 'The page was closed a day after its end.' },
          )}
        </p>
      </Card>
    )
  }
  // The address changes with each move, so that a page that stays open shows the new one.
  const from = `/collections/${order.trade_no}/member-page?moves=${order.events.length}&state=${page.state}`
  return (
    <Card title={title} id="member-page">
      <iframe src={from} title={say(title)} sandbox="allow-same-origin" loading="lazy" />
    </Card>
  )
}

const title: Meaning = { zh: '會員現在看到的頁面', en: 'What the member sees now' }

/** That page alone, drawn by the members' own template. */
export async function drawMemberPage(desk: Desk): Promise<PageContent> {
  const page = await desk.need('memberPageOfCollection', {
    path: { trade_no: desk.path.trade_no ?? '' },
  })
  const { query, language } = desk
  const frame = {
    base: '',
    language: query.lang === undefined ? language : languageFor(query.lang, ''),
  }
  return { title: '', main: null, document: waitPicture(viewOf(page), frame) }
}

function viewOf(page: Page): WaitView {
  const { payee, receipt, account } = page
  return {
    token: '',
    state: page.state,
    amount: page.amount,
    payee: payee && { name: payee.name, supportUrl: payee.support_url },
    receipt: receipt && {
      tradeNo: receipt.trade_no,
      paidAmount: Math.round(receipt.paid_amount * 100),
      paidAt: receipt.paid_at === null ? null : taipeiToSeconds(receipt.paid_at),
    },
    account: account && {
      bankName: account.bank_name,
      bankCode: account.bank_code,
      accountNo: account.account_no,
      accountName: account.account_name,
    },
    // A picture cannot be clicked.
    report: null,
    hadAccount: page.had_account,
    merchantOrderNo: page.merchant_order_no,
    payerAccountLast5: page.payer_account_last5,
    returnUrl: page.return_url,
    endsAt: taipeiToSeconds(page.ends_at) ?? 0,
    now: taipeiToSeconds(page.now) ?? 0,
  }
}
