import { topUpChannel } from '../accounts/ledger.ts'

/** The top-up channel for merchants (§2.6, §4.1), the only one. */
export function channelView(exchangeCode: string) {
  return {
    code: topUpChannel(exchangeCode),
    name: '虛擬幣交易所儲值',
    type: 'redirect',
    method: 'GET',
  } as const
}
