import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test("the README's first request works as pasted and ends with its callback", async () => {
  const readme = await readFile('README.md', 'utf8')
  const [, pasted = ''] = /```bash\n([\s\S]*?)```/.exec(readme) ?? []
  for (const port of [8787, 8788]) expect(pasted).toContain(`http://127.0.0.1:${port}`)
  const script = pasted
    .replaceAll('http://127.0.0.1:8787', inject('payUrl'))
    .replaceAll('http://127.0.0.1:8788', inject('backofficeUrl'))
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script])
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(3)
  const [created] = lines
  const { data } = JSON.parse(created ?? '')
  expect(data).toMatchObject({ status: 'pending', amount: 100 })
  // The callback may come before the answer of its settlement.
  const prefix = 'The callback: '
  const callback = lines.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? ''
  const settled = lines.slice(1).find((line) => !line.startsWith(prefix)) ?? ''
  const { orderid } = data
  expect(JSON.parse(settled)).toMatchObject({ orderid, status: 'succeeded', paid_amount: 100 })
  const told = { type: 'collection', uid: 'DEMO0001', orderid, status: 'success', paid_amount: 100 }
  const { trade_no } = JSON.parse(settled)
  const sign = expect.stringMatching(/^[0-9A-F]{32}$/)
  expect(JSON.parse(callback)).toMatchObject({ ...told, trade_no, sign })
})
