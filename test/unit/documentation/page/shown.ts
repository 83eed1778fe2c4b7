import { documentationPage } from '../../../../src/documentation/page/page.tsx'
import type { Language } from '../../../../src/units/language.ts'

/** The documentation in a language, as a deployment on this computer serves it. */
export function pageIn(language: Language, code = ''): string {
  return documentationPage(language, code, {
    server: 'http://127.0.0.1:8787',
    toleranceSeconds: 300,
    linkLifetimeSeconds: 1800,
    matchedGraceSeconds: 3600,
    sandbox: { uid: 'TEST0001', secret: 'test-secret-for-local-use-only' },
  })
}
