import { join } from 'node:path'

/** Where the browser and the font are installed, once tests want them: nothing else needs their 144 MB. */
export const browserPackages = join(import.meta.dirname, '..', 'packages')
