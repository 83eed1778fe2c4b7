import type { Fates, Money, Plan, Telling, TrueOrder } from './truth.ts'

// Has what a plan says happen to a service.

/** A line of money, with the account into which it was paid, by its place. */
export type Told = Omit<Telling, 'money'> & { readonly money: Money; readonly account: number }

/** Money of a night's statement. */
export type Booked = { readonly money: Money; readonly account: number }

/** What a service does. Accounts are told by their places. */
export type Service = {
  readonly begin: (plan: Plan) => Promise<void>
  /** The clock goes on. */
  readonly until: (seconds: number) => Promise<void>
  /** Creates an order; the account on which it waits from then on, or null. */
  readonly order: (order: TrueOrder) => Promise<number | null>
  readonly tell: (told: Told) => Promise<void>
  /** The statements of the day that is over. */
  readonly night: (booked: readonly Booked[]) => Promise<void>
  /** A file of money that nobody has paid. */
  readonly forge: (booked: readonly Booked[]) => Promise<void>
  readonly press: (order: TrueOrder, digits: string) => Promise<void>
  readonly putAside: (order: TrueOrder) => Promise<void>
  /** Puts an order on another account: its place, or null where that was not possible. */
  readonly move: (order: TrueOrder) => Promise<number | null>
  /** Puts an order onto the account of another merchant's order, past its slot; its place. */
  readonly overrideSlot: (order: TrueOrder) => Promise<number | null>
  readonly reverse: (order: TrueOrder) => Promise<void>
  readonly settleByHand: (order: TrueOrder, told: readonly Money[]) => Promise<void>
  /** People settle what is ready. */
  readonly people: () => Promise<void>
  readonly end: () => Promise<Fates>
}

/** Plays a plan from its beginning to its end. */
export async function play(plan: Plan, service: Service): Promise<Fates> {
  const waits = new Map<TrueOrder, number>()
  const former = new Map<TrueOrder, number>()
  const paid = new Map<Money, number>()
  const unbooked: Booked[] = []
  const place = (order: TrueOrder, account: number | null) => {
    if (account === null) return
    const before = waits.get(order)
    if (before !== undefined && !former.has(order)) former.set(order, before)
    waits.set(order, account)
  }
  await service.begin(plan)
  for (const one of plan.happenings) {
    await service.until(one.at)
    switch (one.what) {
      case 'order':
        place(one.order, await service.order(one.order))
        break
      case 'pay': {
        const { order, isFormer } = one.money.into
        const before = isFormer ? former.get(order) : undefined
        const account: number | undefined = before ?? waits.get(order)
        // Nobody pays into an account that was never shown.
        if (account === undefined) break
        paid.set(one.money, account)
        if (one.money.madeUpBy === null) unbooked.push({ money: one.money, account })
        break
      }
      case 'tell': {
        const account = paid.get(one.telling.money)
        if (account !== undefined) await service.tell({ ...one.telling, account })
        break
      }
      case 'night':
        await service.night(unbooked.splice(0))
        break
      case 'forge': {
        const booked = one.moneys.flatMap((money) => {
          const account = paid.get(money)
          return account === undefined ? [] : [{ money, account }]
        })
        await service.forge(booked)
        break
      }
      case 'press':
        await service.press(one.order, one.digits)
        break
      case 'put_aside':
        await service.putAside(one.order)
        break
      case 'move':
        place(one.order, await service.move(one.order))
        break
      case 'override_slot':
        place(one.order, await service.overrideSlot(one.order))
        break
      case 'reverse':
        await service.reverse(one.order)
        break
      case 'settle_by_hand':
        await service.settleByHand(
          one.order,
          plan.moneys.filter(({ order }) => order === one.order),
        )
        break
      case 'people':
        await service.people()
    }
  }
  return service.end()
}
