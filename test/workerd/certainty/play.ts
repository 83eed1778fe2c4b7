import type { Fates, LineReport, Money, Plan, Switch, TrueOrder } from './truth.ts'

// Has what a plan says happen to a service.

/** A line of money, with the account into which it was paid, by its place. */
export type StoredReport = Omit<LineReport, 'money'> & {
  readonly money: Money
  readonly account: number
}

/** Money of a night's statement. */
export type BankMoney = { readonly money: Money; readonly account: number }

/** Why a settlement is undone. */
type Because = 'money_returned' | 'wrong_match'

/** What a service does. Accounts are named by their places. */
export type Service = {
  readonly begin: (plan: Plan) => Promise<void>
  /** The clock goes on. */
  readonly until: (seconds: number) => Promise<void>
  /** Creates an order; the account on which it waits from then on, or null. */
  readonly order: (order: TrueOrder) => Promise<number | null>
  readonly report: (line: StoredReport) => Promise<void>
  /** The statements of the day that is over. */
  readonly night: (booked: readonly BankMoney[], at: number) => Promise<void>
  /** A file of money that nobody has paid. */
  readonly forge: (booked: readonly BankMoney[]) => Promise<void>
  readonly press: (order: TrueOrder, digits: string) => Promise<void>
  readonly putAside: (order: TrueOrder) => Promise<void>
  /** Puts an order on another account: its place, or null where that was not possible. */
  readonly move: (order: TrueOrder) => Promise<number | null>
  /** Puts an order onto the account of another merchant's order, past its slot; its place. */
  readonly overrideSlot: (order: TrueOrder) => Promise<number | null>
  readonly reverse: (order: TrueOrder, because: Because) => Promise<void>
  readonly hold: (order: TrueOrder) => Promise<void>
  readonly lift: (order: TrueOrder) => Promise<void>
  /** The next statement of an order's account is lost. */
  readonly lose: (order: TrueOrder) => Promise<void>
  readonly turn: (order: TrueOrder, which: Switch, isOn: boolean) => Promise<void>
  /** Whether anything is settled by the service. */
  readonly run: (isRunning: boolean) => Promise<void>
  readonly settleByHand: (order: TrueOrder, moneys: readonly Money[]) => Promise<void>
  /** People settle what is ready. */
  readonly people: () => Promise<void>
  readonly end: () => Promise<Fates>
}

/** Plays a plan from its beginning to its end. */
export async function play(plan: Plan, service: Service): Promise<Fates> {
  const waits = new Map<TrueOrder, number>()
  const former = new Map<TrueOrder, number>()
  const paid = new Map<Money, number>()
  const unbooked: BankMoney[] = []
  const turnedOff = new Map<string, number>()
  // Of several that turn something off at once the last one turns it on again.
  const turns = (what: string, isOn: boolean) => {
    const before = turnedOff.get(what) ?? 0
    turnedOff.set(what, isOn ? before - 1 : before + 1)
    return before === (isOn ? 1 : 0)
  }
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
      case 'report': {
        const account = paid.get(one.report.money)
        if (account !== undefined) await service.report({ ...one.report, account })
        break
      }
      case 'night':
        await service.night(unbooked.splice(0), one.at)
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
        await service.reverse(one.order, 'money_returned')
        break
      case 'mistaken':
        await service.reverse(one.order, 'wrong_match')
        break
      case 'settle_by_hand':
        await service.settleByHand(one.order, one.moneys)
        break
      case 'hold':
        await service.hold(one.order)
        break
      case 'lift':
        await service.lift(one.order)
        break
      case 'lose':
        await service.lose(one.order)
        break
      case 'turn':
        if (turns(`${one.which} ${one.order.merchant}`, one.isOn)) {
          await service.turn(one.order, one.which, one.isOn)
        }
        break
      case 'stop':
      case 'start':
        if (turns('service', one.what === 'start')) await service.run(one.what === 'start')
        break
      case 'people':
        await service.people()
    }
  }
  return service.end()
}
