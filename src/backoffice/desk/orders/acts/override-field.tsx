import type { OverrideName } from '../../../../contract/back-office/move-calls.ts'
import { useDesk } from '../../desk.ts'
import { ChecksField } from '../../parts/fields.tsx'
import { overrideWords } from '../../words/order-words.ts'

/** What an operator goes past, by name. */
export function OverrideField({ names }: { names: readonly OverrideName[] }) {
  const { say } = useDesk()
  return (
    <ChecksField
      name="override:list"
      label={{
        zh: '以營運人員身分略過（視金額可能須另一位核准）',
        en: 'Go past, as operator (from an amount on it waits for a second person)',
      }}
      options={names.map((value) => ({ value, label: say(overrideWords[value]) }))}
    />
  )
}
