import { afterEach, beforeEach } from 'vitest'
import { closePages } from './pages.ts'
import { operator } from './shop.ts'
import { forgetSums } from './stored.ts'

// Here, because it runs for each file: modules are loaded once for many.
afterEach(closePages)
// All files are one operator's: their sum of a day would need a second person for the smallest settlement.
beforeEach(() => forgetSums(operator.split(':')[0] ?? ''))
