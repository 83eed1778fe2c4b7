import { expect, inject, test } from 'vitest'
import { hundredths } from '../../samples/typescript/pay.ts'
import { runPayout } from './support/programs.ts'
import { type Json, startUnreliableFront } from './support/unreliable-front.ts'

const samples = inject('samples').map((sample) => [sample.name, sample] as const)

const bad = [
  '184467440737095517.16',
  '1e3',
  '１',
  '+1',
  '',
  '1,000',
  '0x10',
  '1/2',
  '1e30',
  '1E+3',
  '1_000',
  '10000000000',
  ' 1',
  '1 ',
  '-1',
  '1.',
  '.5',
  '1.234',
  'NaN',
  'Infinity',
  'one',
]
const good = ['9999999999.99', '100.5', '1', '1000', '0.01', '100.50']

// `npm run long -- samples` has all of them in each language.
const isLong = process.env.SAMPLES !== undefined

test.concurrent.each(samples)(
  '%s pays out plain decimals as they are, and refuses all else before it asks',
  async (_name, sample) => {
    const sent: string[] = []
    const payouts = async ({ amount }: Json) => {
      sent.push(amount)
      return { ok: 0, error: 'insufficient_balance', message: 'none', request_id: 'r' }
    }
    const front = await startUnreliableFront('http://127.0.0.1:1', {}, { payouts })
    const account = { api: front.url, uid: 'TEST0001', secret: 'a secret' }
    for (const amount of isLong ? bad : bad.slice(0, 6)) {
      const { code, errors } = await runPayout(sample, account, ['P-1', amount])
      expect({ amount, isRefused: code !== 0, errors }).toEqual({
        amount,
        isRefused: true,
        errors: expect.stringContaining('is no amount'),
      })
    }
    expect(sent).toEqual([])
    const some = isLong ? good : good.slice(0, 2)
    for (const amount of some) await runPayout(sample, account, ['P-1', amount])
    front.stop()
    expect(sent.map(Number)).toEqual(some.map(Number))
  },
)

test.each(bad.filter((text) => text !== '-1' && text !== '10000000000'))(
  'no hundredths are read from %j',
  (text) => expect(() => hundredths(text)).toThrow('is no amount'),
)
