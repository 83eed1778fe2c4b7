import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Answer,
  anOperator,
  approvalOf,
  approve,
  ask,
  withApprovals,
} from '../support/back-office.ts'
import { expectSoundBooks } from '../support/books.ts'
import { aCollection, eventNames, wrongMatch } from '../support/orders.ts'
import { aMerchant } from '../support/service.ts'

// Whatever people do at once with a call that waits: it has one effect at most, and each answer says what became of it.

const context = withApprovals()
const off = withApprovals({}, { on: false })

const step = fc.constantFrom(
  'approve',
  'approve unseen',
  'own',
  'service',
  'reject',
  'again',
  'move',
)
type Step = typeof step extends fc.Arbitrary<infer D> ? D : never

/** The refusals that a step may meet, whatever came before it. */
const codesOf: Readonly<Record<Step, readonly string[]>> = {
  approve: ['', 'approval_over', 'order_moved', 'move_not_allowed'],
  'approve unseen': ['', 'approval_over', 'move_not_allowed'],
  own: ['own_approval'],
  service: ['forbidden'],
  reject: ['', 'approval_over'],
  again: ['', 'approval_waiting', 'move_not_allowed'],
  move: ['', 'move_not_allowed'],
}

test('a call that waits, and up to eight steps at once, some of them after others', async () => {
  const shop = await aMerchant()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      async (rounds) => {
        const asker = anOperator()
        const tradeNo = await aCollection(shop, { amount: 100_000 })
        const path = { trade_no: tradeNo }
        await ask(context, asker, 'settleCollection', path, { manual: false, override: false })
        const reverse = (of = context, by = asker) =>
          ask(of, by, 'reverseCollection', path, wrongMatch)
        const { approval_id: id } = (await reverse()).value
        const service = { name: 'service:batch', role: 'operator' } as const
        const steps: Readonly<Record<Step, () => Promise<Answer>>> = {
          approve: () => approve(context, anOperator(), id, { seq: 2 }),
          'approve unseen': () => approve(context, anOperator(), id),
          own: () => approve(context, asker, id),
          service: () => approve(context, service, id),
          reject: () => ask(context, anOperator(), 'reject', { id: `${id}` }, { reason: 'x' }),
          again: () => reverse(context, anOperator()),
          move: () => reverse(off, anOperator()),
        }
        let won = 0
        for (const round of rounds) {
          const answers = await Promise.all(round.map((one) => steps[one]()))
          answers.forEach(({ error, as }, n) => {
            const done = round[n] ?? 'own'
            expect(codesOf[done], `${done} among ${round.join()}`).toContain(error)
            if (error === '' && as === 'reverseCollection') won += 1
          })
        }
        const names = await eventNames(tradeNo)
        expect(names).toEqual(['created', 'settled', ...Array(won).fill('reversed')])
        expect(won).toBeLessThan(2)
        const { state, decided_by: by } = await approvalOf(context, id)
        const wasDone = await reversedBy(tradeNo)
        expect(state === 'done').toBe(wasDone === by && by !== '')
      },
    ),
    { numRuns: 25 },
  )
  await expectSoundBooks()
})

/** Who approved the reversal, or '' where nobody had to; null where there is none. */
async function reversedBy(tradeNo: string): Promise<string | null> {
  const shown = await ask(context, anOperator(), 'showCollection', { trade_no: tradeNo })
  const reversed = shown.value.events.find((one: { name: string }) => one.name === 'reversed')
  return reversed === undefined ? null : (reversed.approved_by ?? '')
}
