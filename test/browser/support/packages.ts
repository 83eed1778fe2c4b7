import { join } from 'node:path'

/** Where the browser and the font are installed, apart from the other packages: they have 144 MB. */
export const browserPackages = join(import.meta.dirname, '..', 'packages')
