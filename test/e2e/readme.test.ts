import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test("the README's first request works as pasted", async () => {
  const readme = await readFile('README.md', 'utf8')
  const pasted = /```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(pasted).toContain('http://127.0.0.1:8787')
  const script = pasted.replaceAll('http://127.0.0.1:8787', inject('payUrl'))
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  expect(JSON.parse(stdout)).toMatchObject({ ok: 1, data: { status: 'pending', amount: 100 } })
})
