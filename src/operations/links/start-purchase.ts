import type { Context, MerchantContext } from '../../context.ts'
import { notFound, Refusal } from '../../contract/refusals.ts'
import { firstEndOfLife } from '../../rules/links/link-effects.ts'
import { linkIdOf, newLinkToken } from '../../rules/links/link-identity.ts'
import { waitPage } from '../../rules/links/wait-page.ts'
import { bytesOfTexts } from '../../rules/orders/order-text-bytes.ts'
import type { Collection } from '../../rules/orders/orders.ts'
import type { Actor } from '../../rules/people/principal.ts'
import { commit } from '../../store/database.ts'
import { findSessionLink, type SessionLink, submitLink } from '../../store/links/payment-links.ts'
import { collectionTable } from '../../store/orders/collections.ts'
import { toSeconds } from '../../units/clock.ts'
import { say } from '../../units/language.ts'
import { retry } from '../../units/retry.ts'
import { findLinked } from '../archive/find-linked.ts'
import { assignLater } from '../matcher/assign-account.ts'
import { contextOfOrder } from '../merchant-contexts.ts'
import { consequencesOf } from '../orders/step-statements.ts'
import { cachePage, linkPayment } from './link-payment.ts'
import { linkHoldGuard } from './place-link.ts'

/** The collection of a link, and the token of its wait page. */
export type Purchase = {
  readonly kind: 'submitted'
  readonly token: string
  readonly collection: Collection
}

/**
 * Finds a link and submits an amount for it. The collection, its wait page and the link's change are one batch: of
 * racing submissions one creates them, and the others find them.
 *
 * @param decide returns the amount to submit, in whole dollars, or an answer without a submission
 */
export async function startPurchase<Answer>({
  context,
  session,
  actor,
  decide,
}: {
  readonly context: Context
  readonly session: string
  readonly actor: Actor
  readonly decide: (
    found: SessionLink,
    now: number,
  ) =>
    | { readonly kind: 'submit'; readonly amount: number }
    | { readonly kind: 'answer'; readonly answer: Answer }
}): Promise<Purchase | Answer> {
  return retry('submitted no link', 5, async () => {
    const now = toSeconds(context.now())
    const found = await findLink(context, session)
    const decision = decide(found, now)
    if (decision.kind === 'answer') return decision.answer
    return submit({ locatedLink: found, amount: decision.amount, actor, now })
  })
}

type LocatedLink = SessionLink & { readonly merchantContext: MerchantContext }

/** The link of a session, with its merchant and its collection; refuses with `not_found`. */
export async function findLink(context: Context, session: string): Promise<LocatedLink> {
  const id = linkIdOf(session)
  const merchantContext = id === null ? null : contextOfOrder(context, id)
  const found =
    id === null || merchantContext === null
      ? null
      : await findLinked(merchantContext, id, (db) => findSessionLink(db, id, session))
  if (merchantContext === null || found === null) {
    throw notFound(
      say('查無此付款連結，請確認 session', 'There is no such payment link; check the session'),
    )
  }
  return { ...found, merchantContext }
}

// Null if the link or its merchant has changed since it was read.
async function submit({
  locatedLink: { link, merchant, merchantContext: context },
  amount,
  actor,
  now,
}: {
  readonly locatedLink: LocatedLink
  readonly amount: number
  readonly actor: Actor
  readonly now: number
}): Promise<Purchase | null> {
  const { db, random, settings } = context
  const payment = linkPayment({ context, merchant, link, amount, actor })
  const token = newLinkToken(link.id, random)
  const waitExpiresAt = now + settings.linkLifetimeSeconds
  const endsAt = firstEndOfLife(payment.order, waitExpiresAt, settings.matchedGraceSeconds)
  const outcome = await commit(db, [
    collectionTable.insert(payment.order, merchant, null),
    linkHoldGuard(merchant, link),
    submitLink(db, link, { collectionId: payment.order.id, token, waitExpiresAt, endsAt }),
    ...consequencesOf({ context, merchant, step: payment, keptBytes: bytesOfTexts(link.content) }),
  ])
  if (outcome === 'held') throw new Refusal('channel_not_available')
  if (outcome !== 'committed') return null
  await cachePage(context, token, waitPage(link, amount, waitExpiresAt))
  assignLater(context, payment.order)
  return { kind: 'submitted', token, collection: payment.order }
}
