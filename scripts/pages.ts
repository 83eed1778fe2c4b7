import { runLongTest } from './checks/long-test.ts'

// `npm run test:pages`
await runLongTest(
  'Every state of every page: both languages, phone and desktop, light and dark',
  [
    'test/browser/gallery.test.ts',
    'test/browser/docs/gallery.test.ts',
    ...['gallery', 'foreign-text', 'weight', 'reach', 'roles', 'day/day'].map(
      (name) => `test/desk/${name}.test.ts`,
    ),
  ],
  { GALLERY: 'full' },
)
