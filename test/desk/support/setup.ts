import { afterEach } from 'vitest'
import { closePages } from './pages.ts'

// Here, because it runs for each file: modules are loaded once for many.
afterEach(closePages)
