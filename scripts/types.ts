// `npm run types`: writes the files generated from others: types of bindings, the client's contract.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typeCommands } from './checks/commands.ts'
import { outputOf } from './checks/run.ts'
import { clientContract, contractSource } from './client/contract-types.ts'

const directory = await mkdtemp(join(tmpdir(), 'types-'))
for (const command of typeCommands) {
  const { code, output } = await outputOf(command, directory)
  if (code !== 0) {
    console.error(output)
    process.exitCode = 1
    break
  }
  console.log(`Written: ${command.find((word) => word.endsWith('.d.ts'))}`)
}
await writeFile(clientContract, contractSource())
console.log('Written: client/src/contract.ts')
await rm(directory, { recursive: true, force: true })
