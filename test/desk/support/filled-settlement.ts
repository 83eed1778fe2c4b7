import { askTwo, type Shop } from './shop.ts'

/** Gives a merchant a price that holds and one that is to come, and a bank account that it is paid to. */
export async function fillSettlement({ uid }: Shop): Promise<void> {
  const pricing = `/merchants/${uid}/pricing`
  const collection = { rate_ppm: 15_000, fixed: 3, min: 5 }
  await askTwo('PUT', pricing, { collection, payout: { fixed: 15 }, settle_after_days: 1 })
  await askTwo('PUT', pricing, { payout: { fixed: 10 }, valid_from: '2099-01-01 00:00:00' })
  await askTwo('POST', `/merchants/${uid}/settlement-accounts`, {
    bank_code: '004',
    account_no: '000123456789',
    holder_name: '小店有限公司',
  })
}
