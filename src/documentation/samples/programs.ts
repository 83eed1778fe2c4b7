import csharpStore from '../../../samples/csharp/Program/OrderStore.cs' with { type: 'text' }
import csharp from '../../../samples/csharp/Program/Program.cs' with { type: 'text' }
import go from '../../../samples/go/main.go' with { type: 'text' }
import goStore from '../../../samples/go/store.go' with { type: 'text' }
import javaStore from '../../../samples/java/OrderStore.java' with { type: 'text' }
import java from '../../../samples/java/Program.java' with { type: 'text' }
import phpNotify from '../../../samples/php/notify.php' with { type: 'text' }
import php from '../../../samples/php/program.php' with { type: 'text' }
import phpStore from '../../../samples/php/store.php' with { type: 'text' }
import python from '../../../samples/python/program.py' with { type: 'text' }
import pythonStore from '../../../samples/python/store.py' with { type: 'text' }
import * as typescript from '../../../samples/typescript/program.ts' with { type: 'text' }
import * as typescriptStore from '../../../samples/typescript/store.ts' with { type: 'text' }
import { type SampleFile, sampleText } from './sample.ts'

/** The programs that try the samples, with the defaults of `npm start`. */
export const samplePrograms: readonly SampleFile[] = [
  { path: 'typescript/program.ts', text: sampleText(typescript) },
  { path: 'php/program.php', text: php },
  { path: 'python/program.py', text: python },
  { path: 'java/Program.java', text: java },
  { path: 'go/main.go', text: go },
  { path: 'csharp/Program/Program.cs', text: csharp },
]

/** The other files of the programs: their store of orders and events. */
export const programParts: readonly SampleFile[] = [
  { path: 'typescript/store.ts', text: sampleText(typescriptStore) },
  { path: 'php/store.php', text: phpStore },
  { path: 'php/notify.php', text: phpNotify },
  { path: 'python/store.py', text: pythonStore },
  { path: 'java/OrderStore.java', text: javaStore },
  { path: 'go/store.go', text: goStore },
  { path: 'csharp/Program/OrderStore.cs', text: csharpStore },
]

/** A program whose defaults are this service, and the test merchant that its page shows. */
export function programAt(
  program: string,
  { server, sandbox }: { server: string; sandbox: { uid: string; secret: string } | null },
): string {
  // Characters that need no quoting in any of the languages.
  const { uid, secret } = sandbox !== null && !/["'\\]/.test(sandbox.secret) ? sandbox : usual
  const defaults = [
    [usual.server, server === '/' ? usual.server : server],
    [usual.uid, uid],
    [usual.secret, secret],
  ] as const
  return defaults.reduce((text, [from, to]) => text.replaceAll(from, () => to), program)
}

const usual = {
  server: 'http://127.0.0.1:8787',
  uid: 'TEST0001',
  secret: 'test-secret-for-local-use-only',
}
