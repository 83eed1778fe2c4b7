import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

// The keys of a deployment, for tests; required secrets are taken from the environment.
process.env.SECRETS_KEY = btoa('0123456789abcdef0123456789abcdef')
process.env.LINK_SIGNING_KEY = btoa('fedcba9876543210fedcba9876543210')

// Three runtimes, three projects: pure rooms in Node, everything that touches a binding in workerd, and the
// built Workers from outside as processes.
export default defineConfig({
  test: {
    silent: 'passed-only',
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], environment: 'node' } },
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './src/index.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // Whatever calls out reaches a merchant's server that acknowledges at once.
              outboundService: () => new Response('success'),
              d1Databases: ['SPARE_1', 'SPARE_2'],
              bindings: {
                BASE_URL: 'https://pay.example',
                EXCHANGE_URL: 'https://exchange.example',
                FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '1500',
                WALK_OPERATIONS: process.env.WALK_OPERATIONS ?? '800',
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'workerd',
          include: ['test/workerd/**/*.test.ts'],
          setupFiles: ['./test/workerd/setup.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['./test/e2e/global-setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
