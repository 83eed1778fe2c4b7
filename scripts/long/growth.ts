import { measureGrowth } from '../../bench/growth/run.ts'

// `npm run long -- growth [orders …]`
const given = process.argv.slice(3).map(Number)
const grown = await measureGrowth(given.length > 0 ? given : [1_000, 100_000, 1_000_000])
if (grown.length > 0) {
  console.error(`\nRead more rows in a larger database: ${grown.join(', ')}`)
  process.exitCode = 1
} else {
  console.log('\nEvery request reads the same number of rows in all of them.')
}
