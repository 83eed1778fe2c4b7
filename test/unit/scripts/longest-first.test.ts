import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/local/environment.ts'
import { longest } from '../../support/longest-first.ts'

test('each file that is run first is there, by its present name', () => {
  expect(longest.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
