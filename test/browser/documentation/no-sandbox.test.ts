import { afterAll, expect, test } from 'vitest'
import { aVisit, phone } from '../support/browser.ts'
import { startDocsServer } from '../support/docs-server.ts'

const server = await startDocsServer({ SANDBOX_MERCHANT: '' })
afterAll(() => server.close())

test('without a sandbox nothing is filled in, and nothing is sent before it is', async () => {
  const { page, close } = await aVisit({ viewport: phone })
  await page.goto(`${server.url}/docs?lang=en#console`)
  const form = page.locator('#console-form')
  await form.locator('[name=endpoint]').selectOption('merchant-balance')
  for (const name of ['uid', 'secret']) {
    expect(await form.locator(`[name=${name}]`).inputValue()).toBe('')
  }
  await form.locator('[type=submit]').click()
  await form.getByText('Not sent').waitFor()
  expect(server.arrived).toEqual([])
  await close()
})
