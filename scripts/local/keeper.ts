// Runs beside the local server in a session of its own, and reads the running process groups from its standard input.
// The input ends when the server's process does; then it ends the groups that are still running.
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
