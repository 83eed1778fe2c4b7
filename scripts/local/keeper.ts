// A separate process that ends the local server's process groups if the server is killed. It reads the running groups
// from its standard input, which closes when the server's process ends.
import { createInterface } from 'node:readline'
import { stopGroup } from './processes.ts'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const groups = new Set<number>()
for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1))
  if (!Number.isSafeInteger(pid) || pid < 2) continue
  if (line.startsWith('+')) groups.add(pid)
  else groups.delete(pid)
}
await Promise.all([...groups].map(stopGroup))
