import type { Say } from '../../../units/language.ts'

/** Where the console and the signature doctor stand. */
export function TryIt({ say }: { say: Say }) {
  return (
    <div id="console">
      <noscript>
        <p>{say(needsScripts)}</p>
      </noscript>
    </div>
  )
}

const needsScripts = {
  zh: '這裡需要 JavaScript；沒有時，請使用上方的指令。',
  en: 'This needs JavaScript; without it use the commands above.',
}
