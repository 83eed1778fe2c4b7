import { chapter1 } from './specification/chapter-1.ts'
import { chapter2Collection } from './specification/chapter-2-collection.ts'
import { chapter2Link } from './specification/chapter-2-link.ts'
import { chapter2Merchant } from './specification/chapter-2-merchant.ts'
import { chapter2Payout } from './specification/chapter-2-payout.ts'
import { chapter3 } from './specification/chapter-3.ts'
import { chapter4Account } from './specification/chapter-4-account.ts'
import { chapter4Links } from './specification/chapter-4-links.ts'
import { chapter4Orders } from './specification/chapter-4-orders.ts'
import { chapter5 } from './specification/chapter-5.ts'
import { chapter6 } from './specification/chapter-6.ts'
import { chapter7 } from './specification/chapter-7.ts'
import { chapter8 } from './specification/chapter-8.ts'
import { chapter9 } from './specification/chapter-9.ts'
import type { Row } from './specification/row.ts'

/**
 * Every rule of the specification, field by field and limit by limit, with the tests that prove it.
 * What is left open there stands here with what was decided.
 */
export const specification: readonly Row[] = [
  ...chapter1,
  ...chapter2Merchant,
  ...chapter2Collection,
  ...chapter2Payout,
  ...chapter2Link,
  ...chapter3,
  ...chapter4Orders,
  ...chapter4Links,
  ...chapter4Account,
  ...chapter5,
  ...chapter6,
  ...chapter7,
  ...chapter8,
  ...chapter9,
]
