import { runLongTest } from './checks/long-test.ts'

// `npm run test:pages`
await runLongTest(
  'Every state of every page: both languages, phone and desktop, light and dark',
  ['test/browser/gallery.test.ts', 'test/desk/gallery.test.ts', 'test/desk/foreign-text.test.ts'],
  { GALLERY: 'full' },
)
