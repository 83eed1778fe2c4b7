import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { clientContract, contractSource } from '../../../scripts/client/contract-types.ts'

test('the client has the contract’s types: `npm run types` writes them', async () => {
  expect(await readFile(clientContract, 'utf8')).toBe(contractSource())
})
