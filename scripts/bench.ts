import { bench } from '../bench/main.ts'

// `npm run bench [-- --quick] [-- only this kind of request]`
await bench(process.argv.slice(2))
