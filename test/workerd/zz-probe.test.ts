import { expect, test } from 'vitest'
import { exports } from 'cloudflare:workers'
test('grow', async () => {
  const out: number[] = []
  for (let b = 0; b < 10; b++) {
    const t = performance.now()
    for (let i = 0; i < 100; i++) await exports.default.fetch('http://localhost/x').then(r=>r.text())
    out.push(Math.round(performance.now() - t))
  }
  expect(out).toEqual([])
})
