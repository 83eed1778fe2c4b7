import autoload from '../../../../samples/php/autoload.php' with { type: 'text' }
import callback from '../../../../samples/php/src/Callback.php' with { type: 'text' }
import eventStore from '../../../../samples/php/src/EventStore.php' with { type: 'text' }
import failed from '../../../../samples/php/src/Failed.php' with { type: 'text' }
import outcomeUnknown from '../../../../samples/php/src/OutcomeUnknown.php' with { type: 'text' }
import pay from '../../../../samples/php/src/Pay.php' with { type: 'text' }
import refused from '../../../../samples/php/src/Refused.php' with { type: 'text' }
import type { Sample } from '../sample.ts'
import story from './story.php' with { type: 'text' }

export const php: Sample = {
  id: 'php',
  name: 'PHP',
  needs: 'PHP ≥ 8.1, curl, pdo_sqlite',
  files: [
    { path: 'php/src/Pay.php', text: pay },
    { path: 'php/src/Callback.php', text: callback },
    { path: 'php/src/Failed.php', text: failed },
    { path: 'php/src/Refused.php', text: refused },
    { path: 'php/src/OutcomeUnknown.php', text: outcomeUnknown },
    { path: 'php/src/EventStore.php', text: eventStore },
    { path: 'php/autoload.php', text: autoload },
  ],
  story: { path: 'story.php', text: story },
}
