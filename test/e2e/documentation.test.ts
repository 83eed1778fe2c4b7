import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { codeOn } from '../support/shown-code.ts'

// The page as it is served, its commands as they are pasted.
describe.each(['zh', 'en'])('the commands of /docs in %s', (language) => {
  let blocks: readonly string[]
  let powershell: readonly string[]
  beforeAll(async () => {
    const page = await fetch(`${inject('payUrl')}/docs?lang=${language}`)
    const code = codeOn(await page.text())
    blocks = code.filter((one) => one.language === 'bash').map(({ text }) => text)
    powershell = code.filter((one) => one.language === 'powershell').map(({ text }) => text)
  })

  test('begin with a request that is accepted as pasted', async () => {
    const [first = ''] = blocks
    expect(first).toContain(`PAY_API='${inject('payUrl')}'`)
    const [answer] = await answersOf([first])
    expect(answer).toMatchObject({ ok: 1, data: { status: 'pending', amount: 100 } })
  })

  if (spawnSync('pwsh', ['--version']).status === 0)
    test('are accepted in PowerShell too, where this machine has one', async () => {
      const [first = ''] = powershell
      const { stdout } = await promisify(execFile)('pwsh', ['-NoProfile', '-Command', first])
      expect(JSON.parse(stdout)).toMatchObject({ ok: 1, data: { status: 'pending', amount: 100 } })
    })

  // Its hash is taken over the fields in the order in which they are written.
  test('have their fields in order in PowerShell', () => {
    expect(powershell).toHaveLength(1)
    const written = /@\{([^}]+)\}/.exec(powershell[0] ?? '')?.[1] ?? ''
    const names = [...written.matchAll(/(\w+) = /g)].map(([, name]) => name)
    expect(names).toEqual(['amount', 'orderid', 'timestamp', 'uid'])
    expect(names).toEqual(names.toSorted())
  })

  test('sign a value that ends in =, and answer in the page’s language whatever the terminal’s', async () => {
    const [first = ''] = blocks
    const again = 'pay collections "orderid=$ORDER-2" amount=5 note=dGVzdA== channel='
    const refused = 'pay collections amount=x'
    const [, accepted, wrong] = await answersOf(['export LANG=C.UTF-8', first, again, refused])
    expect(accepted).toMatchObject({ ok: 1 })
    expect(wrong).toMatchObject({ ok: 0, error: 'validation_error' })
    expect(/\p{Script=Han}/u.test(wrong?.message ?? '')).toBe(language === 'zh')
  })

  test('work in their order in one terminal', async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(8)
    const answers = await answersOf(blocks)
    const refused = answers.filter(({ ok }) => ok !== 1)
    // A lost answer on demand, the example of an error, and a merchant without a settlement account.
    expect(refused.map(({ error }) => error)).toEqual(refusals)
    expect(refused[1]?.message).toMatch(/^[ -~]+$/)
    const said = answers.map((answer) => JSON.stringify(answer))
    for (const told of ['"status":"PAID"', 'redirect_url', '"events"', '"opening"', '"balance"']) {
      expect(said.join('\n')).toContain(told)
    }
  })

  test('list both attempts of a callback that is sent again', async () => {
    const [first = '', ...others] = blocks
    const resend = others.find((one) => one.includes('pay callbacks/retry type=')) ?? ''
    expect(resend).toContain('sleep 2')
    // A busy machine takes longer than a reader's.
    const answers = await answersOf([first, resend.replaceAll('sleep 2', 'sleep 5')])
    expect(JSON.stringify(answers.at(-1))).toMatch(/"attempts":\[\{[^\]]+\},\{/)
  })

  test('work each by itself after the first', async () => {
    const [first = '', ...others] = blocks
    const payout = others.find((one) => one.startsWith('PAYOUT=')) ?? ''
    for (const other of others) {
      // The query of a payout follows its creation.
      const isQuery = other.startsWith('pay payouts/status')
      const answers = await answersOf([first, ...(isQuery ? [payout] : []), other])
      const isRefused = /-d '\{\}'|^pay withdrawals/.test(other)
      const expected = other.includes('sandbox_fault=lost') ? [0, 1] : [isRefused ? 0 : 1]
      const ok = answers.slice(1).map((answer) => answer.ok)
      expect(ok.length, other).toBeGreaterThan(0)
      expect([...new Set(ok)], other).toEqual(expected)
    }
  })
})

const refusals = ['internal_error', 'validation_error', 'settlement_account_missing']

type Answer = { readonly ok: number; readonly error?: string; readonly message?: string }

// All once more where the service was too busy for one of them, as its answer asks.
async function answersOf(blocks: readonly string[]): Promise<readonly Answer[]> {
  const answers = await pasted(blocks)
  return answers.some(({ error }) => error === 'unavailable') ? await answersOf(blocks) : answers
}

async function pasted(blocks: readonly string[]): Promise<readonly Answer[]> {
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', blocks.join('\n')])
  expect(stderr).toBe('')
  const objects = stdout.replaceAll('}{', '}\n{').trim().split('\n')
  return objects.filter((line) => line.trim() !== '').map((line) => JSON.parse(line))
}
