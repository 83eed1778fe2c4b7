import { bench } from '../bench/main.ts'

// `npm run bench [-- [--quick] [--disk] [kind of request …]]`
if (!(await bench(process.argv.slice(2)))) process.exitCode = 1
