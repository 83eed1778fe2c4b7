// Orders and handled callbacks in a file that survives a restart: a line of JSON for each change, on
// the disk before it counts. It serves one process; in your database each method is a transaction,
// in which `book` selects its order `for update`: two callbacks of it may come at once.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type Callback, dollars, type EventStore, hundredths } from './pay.ts'

type Order = {
  /** `collection` or `payout` and your number, or `link` and its `merchant_order_no`. */
  readonly order: string
  /** The platform's number; without one the order may not have been created. */
  readonly trade_no?: string
  /** The number of the event booked last, and what stands booked since, in hundredths. */
  readonly event?: number
  readonly credited?: number
  /** What each day in Taipei brought, in hundredths; a payout's is negative. */
  readonly days?: Readonly<Record<string, number>>
  /** The `webhook-id` that was handled by this change. */
  readonly acted?: string | null
}

export class OrderStore implements EventStore {
  readonly #path: string
  readonly #orders = new Map<string, Order>()
  readonly #acted = new Set<string>()
  #booked: Order = { order: '' }
  #last: Promise<void> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
    this.#read()
  }

  #read(): void {
    const lines = existsSync(this.#path) ? readFileSync(this.#path, 'utf8').split('\n') : []
    for (const line of lines) {
      try {
        this.#take(JSON.parse(line))
      } catch {
        // Empty, or torn by a crash: it did not count.
      }
    }
  }

  /** Keeps a number before its order is created: after a crash, create it by the SAME number. */
  place(order: string): void {
    this.#write({ order })
  }

  created(order: string, trade_no: string): void {
    this.#write({ order, trade_no })
  }

  once(id: string | null, act: () => Promise<void>): Promise<void> {
    // One at a time, as a locked row makes them.
    const acting = this.#last.then(async () => {
      if (id !== null && this.#acted.has(id)) return
      this.#booked = { order: '' }
      await act()
      this.#write({ ...this.#booked, acted: id })
    })
    this.#last = acting.catch(() => {})
    return acting
  }

  /**
   * SETS what is booked for the order, because a callback reports its current state: an order can
   * be paid, reversed and paid again, and each is an event of its own. Returns the difference to
   * book, in hundredths. `once` keeps it, so call this in its `act`. Throws for an order that was
   * not placed: nothing is recorded, and the callback comes again.
   */
  async book({ type, number, event, texts, amount }: Callback): Promise<number> {
    const order = `${type} ${number}`
    if (!this.#orders.has(order)) this.#read() // another process may have placed it
    // The platform numbers a link's collections itself.
    const link = type === 'collection' && `link ${texts.get('merchant_order_no')}`
    const ofLink = { order, trade_no: texts.get('trade_no') ?? '' }
    const isOfLink = link && this.#orders.has(link)
    const placed: Order | undefined = this.#orders.get(order) ?? (isOfLink ? ofLink : undefined)
    // The test callback has an order of its own: nothing is booked.
    if (placed === undefined && number.startsWith('TEST-')) return 0
    if (placed === undefined) throw new Error(`${order} was not placed`)
    const { event: last = 0, credited: before = 0, days = {} } = placed
    // The newest wins; without an event's number `amount` queries the order.
    if (event !== null && event <= last) return 0
    const credited = hundredths(await amount())
    const difference = credited - before
    const day = taipeiDay()
    const brought = (days[day] ?? 0) + (type === 'payout' ? -difference : difference)
    const stands = { event: event ?? last, credited, days: { ...days, [day]: brought } }
    // A collection's callback has the platform's number, where `created` did not come to keep it.
    const trade_no = placed.trade_no ?? texts.get('trade_no')
    this.#booked = { ...placed, ...(trade_no && { trade_no }), ...stands }
    return difference
  }

  /** What a day brought for each `trade_no`, as `reconcile` takes it. */
  async books(day: string): Promise<ReadonlyMap<string, string>> {
    await this.#last // what is being booked counts
    const booked = [...this.#orders.values()].filter(({ days }) => days?.[day] !== undefined)
    const number = ({ trade_no, order }: Order) => trade_no ?? order
    return new Map(booked.map((order) => [number(order), dollars(order.days?.[day] ?? 0)]))
  }

  #write(change: Order): void {
    // On a line of its own, whatever a crash has left before it.
    appendFileSync(this.#path, `\n${JSON.stringify(change)}\n`, { flush: true })
    this.#take(change)
  }

  #take({ acted, ...change }: Order): void {
    this.#orders.set(change.order, { ...this.#orders.get(change.order), ...change })
    if (acted) this.#acted.add(acted)
  }
}

/** The present day in Taipei, under which a callback that comes now is booked. */
export function taipeiDay(): string {
  return new Date(Date.now() + 8 * 3600 * 1000).toISOString().slice(0, 10)
}
