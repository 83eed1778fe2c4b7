import { bench } from '../bench/main.ts'

// `npm run bench [-- [--quick] [--disk] [kind of request …]]`
await bench(process.argv.slice(2))
