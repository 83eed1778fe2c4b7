import { measureDesk } from '../../bench/growth/desk-cost.ts'

// `npm run long -- desk-cost [orders]`
const over = await measureDesk(Number(process.argv[3] ?? 1_000_000))
if (over.length > 0) {
  console.error(`\nMore than 50 ms: ${over.join(', ')}`)
  process.exitCode = 1
} else {
  console.log('\nEvery page takes less than 50 ms of processor time.')
}
