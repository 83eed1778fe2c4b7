import { topUpChannel } from '../accounts/ledger.ts'

/** The top-up channel as merchants are told of it (§2.6, §4.1): the only one there is. */
export function channelView(exchangeCode: string) {
  return {
    code: topUpChannel(exchangeCode),
    name: '虛擬幣交易所儲值',
    type: 'redirect',
    method: 'GET',
  } as const
}
