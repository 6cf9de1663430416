import type { Source } from './source.ts'
import { ofType, strings, word } from './syntax.ts'

/** Words that code and texts use for a feature. A file that still uses them without the feature was left behind. */
export const FEATURE_WORDS: Readonly<Record<string, RegExp>> = {
  vouching: /vouch/i,
  // The verb means other things: `list.push(…)`, an image that is pushed aside, gifts that push the front.
  push: /(?<!\.)push(?!ed\b|State| the\b)|\.push\b(?![(?])/i,
}

/** Returns the files that name a feature that doesn't exist. */
export const leftBehind = (
  files: readonly { path: string; text: string }[],
  existing: readonly string[],
  words = FEATURE_WORDS,
): string[] =>
  Object.entries(words)
    .filter(([name]) => !existing.includes(name))
    .flatMap(([name, said]) =>
      files
        .filter(({ path, text }) => said.test(path) || said.test(text))
        .map(({ path }) => `${path}: ${name} is gone`),
    )

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
