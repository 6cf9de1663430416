/** Words that code and texts use for a feature. What still says them once the feature is gone was left behind. */
export const FEATURE_WORDS: Readonly<Record<string, RegExp>> = {
  vouching: /vouch/i,
  // The verb means other things: `list.push(…)`, an image that is pushed aside, gifts that push the front.
  push: /(?<!\.)push(?!ed\b|State| the\b)|\.push\b(?![(?])/i,
}

/** Returns the files that speak of a feature that doesn't exist, by its name. */
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
