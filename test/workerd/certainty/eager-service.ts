import type { BankMoney, Service, StoredReport } from './play.ts'
import type { Line, Plan, Settlement, TrueOrder } from './truth.ts'

// A service that settles as soon as an amount and five digits fit: what the judge has to find wanting.

type Waiting = {
  readonly order: TrueOrder
  digits: string
  account: number
  readonly formerly: number[]
  state: 'waits' | 'settled'
  isPutAside: boolean
}

/** Settles whatever has the amount and the last five digits of a line, what waits there first, and the oldest. */
export function eagerService(): Service {
  const orders = new Map<TrueOrder, Waiting>()
  const settlements: Settlement[] = []
  const lines: Line[] = []
  const unclaimed: {
    line: number
    digits: string
    amount: number
    account: number
    money: string
  }[] = []
  const known = new Set<string>()
  let plan: Plan
  let now = 0

  function accountFor({ merchant }: TrueOrder): number {
    const own = plan.accounts / 2
    return merchant < own ? merchant : own + (merchant % own)
  }

  function settle(order: Waiting, line: number): void {
    order.state = 'settled'
    settlements.push({ order: order.order.number, line, isAuto: true, at: now, isUndone: false })
    const found = lines.findIndex(({ id }) => id === line)
    const before = lines[found]
    if (before !== undefined) {
      lines[found] = { ...before, state: 'claimed', order: order.order.number }
    }
  }

  function fits(order: Waiting, amount: number, digits: string, account: number): boolean {
    return (
      order.state === 'waits' &&
      order.order.amount === amount &&
      order.digits === digits &&
      (order.account === account || order.formerly.includes(account))
    )
  }

  function take({ money, account }: BankMoney): void {
    const id = lines.length + 1
    const digits = (money.payer ?? money.into.order.person).accountNo.slice(-5)
    lines.push({
      id,
      money: money.number,
      account,
      state: 'unclaimed',
      order: null,
      isConfirmed: false,
    })
    const fitting = [...orders.values()].filter((order) => {
      return fits(order, money.amount, digits, account)
    })
    const isHere = (order: Waiting) => !order.isPutAside && order.account === account
    const found = fitting.find(isHere) ?? fitting[0]
    if (found !== undefined) settle(found, id)
    else unclaimed.push({ line: id, digits, amount: money.amount, account, money: money.number })
  }

  const of = (order: TrueOrder) => orders.get(order)

  return {
    begin: async (given) => {
      plan = given
    },
    until: async (seconds) => {
      now = seconds
    },
    order: async (order) => {
      const account = accountFor(order)
      const waiting: Waiting = {
        order,
        digits: order.digits.slice(-5),
        account,
        formerly: [],
        state: 'waits',
        isPutAside: false,
      }
      orders.set(order, waiting)
      const before = unclaimed.find((one) => {
        return one.account === account && fits(waiting, one.amount, one.digits, account)
      })
      if (before !== undefined) settle(waiting, before.line)
      return account
    },
    report: async ({ externalId, ...line }: StoredReport) => {
      if (known.has(externalId)) return
      known.add(externalId)
      take(line)
    },
    // Takes money that the bank dates otherwise for another.
    night: async (booked) =>
      booked.filter(({ money }) => money.statedAt !== money.at).forEach(take),
    forge: async (booked) => booked.forEach(take),
    press: async (order, digits) => {
      const waiting = of(order)
      if (waiting !== undefined) waiting.digits = digits
    },
    putAside: async (order) => {
      const waiting = of(order)
      if (waiting !== undefined) waiting.isPutAside = true
    },
    move: async (order) => {
      const waiting = of(order)
      if (waiting === undefined) return null
      waiting.formerly.push(waiting.account)
      waiting.account = (waiting.account + 1) % plan.accounts
      return waiting.account
    },
    overrideSlot: async (order) => of(order)?.account ?? null,
    reverse: async () => undefined,
    hold: async () => undefined,
    lift: async () => undefined,
    lose: async () => undefined,
    turn: async () => undefined,
    run: async () => undefined,
    settleByHand: async () => undefined,
    people: async () => undefined,
    end: async () => ({ settlements, lines }),
  }
}
