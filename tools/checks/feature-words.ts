import type { Source } from './source.ts'
import { ofType, strings, word } from './syntax.ts'

/** Words that can only mean a feature. Others, such as image, share or settings, have many meanings in code. */
const PLAIN_WORDS = /battle|leaderboard|ledger|lesson|steeze|vouch|whitelist|suspension|moderation/i

/** Returns the names and texts of a source that mention a feature; comments don't count. */
export const featureNames = (source: Source): string[] => [
  ...new Set(
    [...ofType(source, 'Identifier').map((node) => word(node) ?? ''), ...strings(source)].filter((text) =>
      PLAIN_WORDS.test(text),
    ),
  ),
]
