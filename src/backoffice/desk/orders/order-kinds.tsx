import type { FC } from 'hono/jsx'
import type { Answer } from '../../../contract/back-office/call.ts'
import type { AnswerOf } from '../../../contract/back-office/table.ts'
import type { Meaning } from '../../../units/language.ts'
import type { Desk } from '../desk.ts'
import { CollectionForms } from './forms/collection-forms.tsx'
import { PayoutForms } from './forms/payout-forms.tsx'
import type {
  Candidates,
  CollectionDetails,
  OrderDetail,
  OrderPageData,
  PayoutDetails,
} from './order-details.ts'

/** A kind of order: the names of its pages, and the calls and forms of one order. */
export type DeskOrderKind<Order extends OrderDetail> = {
  readonly path: '/collections' | '/payouts'
  readonly one: Meaning
  readonly takeCall: 'takeCollection' | 'takePayout'
  readonly show: (desk: Desk, path: OrderPath) => Promise<Order>
  readonly candidates: (desk: Desk, path: OrderPath) => Promise<Answer<NonNullable<Candidates>>>
  /** The member's page of an order, for the kind that has one. */
  readonly memberPage?: (
    desk: Desk,
    path: OrderPath,
  ) => Promise<Answer<AnswerOf<'memberPageOfCollection'>>>
  readonly Forms: FC<OrderPageData<Order>>
}

type OrderPath = { readonly trade_no: string }

export const collections: DeskOrderKind<CollectionDetails> = {
  path: '/collections',
  one: { zh: '代收', en: 'Collection' },
  takeCall: 'takeCollection',
  show: (desk, path) => desk.need('showCollection', { path }),
  candidates: (desk, path) => desk.ask('candidatesOfCollection', { path }),
  memberPage: (desk, path) => desk.ask('memberPageOfCollection', { path }),
  Forms: CollectionForms,
}

export const payouts: DeskOrderKind<PayoutDetails> = {
  path: '/payouts',
  one: { zh: '代付', en: 'Payout' },
  takeCall: 'takePayout',
  show: (desk, path) => desk.need('showPayout', { path }),
  candidates: (desk, path) => desk.ask('candidatesOfPayout', { path }),
  Forms: PayoutForms,
}
