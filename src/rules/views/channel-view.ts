import { topUpChannel } from '../accounts/ledger.ts'

/** The top-up channel as merchants see it (§2.6, §4.1); there is no other. */
export function channelView(exchangeCode: string) {
  return {
    code: topUpChannel(exchangeCode),
    name: '虛擬幣交易所儲值',
    type: 'redirect',
    method: 'GET',
  } as const
}
