import { afterAll, describe, expect, test } from 'vitest'
import { isFullForm } from '../support/full-form.ts'
import { aPayment, aPurchase, payments, purchases, session } from '../support/member-views.ts'
import { aVisit } from './support/browser.ts'
import { misfits } from './support/looks.ts'
import { startPagesServer } from './support/pages-server.ts'

// An amount that is broken in two is read as two amounts.

const phones = [320, 344, 360, 375, 390, 412, 480, 540, 600, 768]
const desktops = [831, 832, 840, 900, 960, 1024, 1100, 1280, 1440]
const widths = isFullForm ? [...phones, ...desktops] : [320, 360, 412, 768, 831, 832, 1440]
const amounts = [500, 10_000, 100_000, 1_234_567, 9_999_999_999]
const cents = [1, 999_999, 1_234_567_89, 999_999_999_999]

const server = await startPagesServer()
afterAll(() => server.close())

describe.each(['zh-TW', 'en'])(
  'no amount is broken in two at 320 to 1440 pixels, in %s',
  (locale) => {
    const paid = cents.map((paidAmount) => ({ tradeNo: 'C1', paidAmount, paidAt: 0 }))
    test.each([
      ['in any state', Object.values(payments)],
      ['asked for', amounts.map((amount) => aPayment('transfer', { amount }))],
      ['paid', paid.map((receipt) => aPayment('paid', { amount: 9_999_999_999, receipt }))],
    ])('on a wait page: %s', async (_, shown) => {
      const visit = await aVisit({ locale })
      for (const [n, payment] of shown.entries()) {
        // By its own token the page asks for its state, or it would load anew where it is not known.
        server.payments.set(`${n}`, { ...payment, token: `${n}` })
        await visit.page.goto(`${server.url}/wait/${n}`)
        expect(await misfits(visit.page, widths)).toEqual([])
      }
      await visit.close()
    })

    test('on a purchase page', async () => {
      const visit = await aVisit({ locale })
      const choices = amounts.map((most) => {
        const fixedAmounts = [1, 999, 10_000, most]
        return aPurchase('open', { fixedAmounts, customMin: most - 1, customMax: most })
      })
      for (const [n, purchase] of [...Object.values(purchases), ...choices].entries()) {
        server.purchases.set(n + 1, purchase)
        await visit.page.goto(`${server.url}/${n + 1}?third_party_session=${session}`)
        const other = visit.page.locator('#other')
        if ((await other.count()) > 0) await other.check()
        expect(await misfits(visit.page, widths)).toEqual([])
      }
      await visit.close()
    })
  },
)
