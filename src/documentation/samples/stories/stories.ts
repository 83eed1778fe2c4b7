import csharp from './Story.cs' with { type: 'text' }
import java from './Story.java' with { type: 'text' }
import go from './story.go' with { type: 'text' }
import php from './story.php' with { type: 'text' }
import python from './story.py' with { type: 'text' }
// The compiler would look for what it imports, under its own name.
import typescript from './story.ts.source' with { type: 'text' }

/** For each language a program that uses its sample, from creating an order to looking it up. */
export const stories = {
  typescript: { path: 'story.ts', text: typescript },
  php: { path: 'story.php', text: php },
  python: { path: 'story.py', text: python },
  java: { path: 'Story.java', text: java },
  go: { path: 'story.go', text: go },
  csharp: { path: 'Story.cs', text: csharp },
} as const
